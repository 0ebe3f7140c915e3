import { DialogFrame, type DialogProps, DialogTitle } from "../dialog-frame";
import "./table.css";

type Props = DialogProps & {
  /** Under the title: what it is about, in a sentence. */
  about?: string;
};

/** What is opened beside a list: to read on, or to edit. */
export function Sheet({ title, about, ...frame }: Props) {
  const head = (
    <div className="row__grow stack stack--tight">
      <DialogTitle>{title}</DialogTitle>
      {about ? <p className="small secondary">{about}</p> : null}
    </div>
  );
  return <DialogFrame {...frame} kind="sheet" isOpen head={head} />;
}
