import { DialogFrame, type DialogProps, DialogTitle } from "../dialog-frame";
import "./table.css";

type Props = DialogProps & {
  /** One sentence below the title. */
  about?: string;
};

/** A side sheet with details or a form, opened beside a list. */
export function Sheet({ title, about, ...frame }: Props) {
  const head = (
    <div className="row__grow stack stack--tight">
      <DialogTitle>{title}</DialogTitle>
      {about ? <p className="small secondary">{about}</p> : null}
    </div>
  );
  return <DialogFrame {...frame} kind="sheet" isOpen head={head} />;
}
