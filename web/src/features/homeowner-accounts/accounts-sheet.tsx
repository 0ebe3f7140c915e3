import { useState } from "react";
import { labels as consentLabels } from "../../entities/consent/labels";
import { PhoneConsents } from "../../entities/consent/phone-consents";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import type { HomeownerAccount } from "../../gen/parlor/v1/homeowner_service_pb";
import { Button } from "../../ui";
import { Sheet } from "../../ui/table";
import { AccountForm } from "./account-form";
import { AccountList } from "./account-list";
import { buttonLabels } from "./button-labels";
import { ImportAccounts } from "./import-accounts";
import { labels } from "./labels";

type Props = {
  community: TextCommunity;
  /** Initial search; empty for all accounts. */
  words?: string;
  onClose: () => void;
};
type View = "list" | "import" | "new" | HomeownerAccount;

function viewTitle(view: View): string {
  if (view === "list") return buttonLabels.title;
  if (view === "import") return labels.importAccounts;
  return view === "new" ? labels.newAccount : labels.account(view.number);
}

/** Homeowner accounts of a community: the list, the form or the import. */
export default function AccountsSheet({ community, words = "", onClose }: Props) {
  const [view, setView] = useState<View>("list");
  const back = () => setView("list");
  return (
    <Sheet
      title={viewTitle(view)}
      about={view === "list" ? labels.about : undefined}
      onClose={onClose}
      staysOpen={view !== "list"}
    >
      {view !== "list" ? (
        <div>
          <Button size="small" icon="back" onPress={back}>
            {labels.allAccounts}
          </Button>
        </div>
      ) : null}
      {view === "list" ? (
        <AccountList communityId={community.id} startWords={words} onShow={setView} />
      ) : view === "import" ? (
        <ImportAccounts communityId={community.id} onDone={back} />
      ) : (
        <>
          <AccountForm
            communityId={community.id}
            before={view === "new" ? undefined : view}
            onDone={back}
          />
          {view !== "new" && view.phones.length > 0 ? (
            <section className="stack" aria-label={consentLabels.title}>
              <h3 className="label">{consentLabels.title}</h3>
              <PhoneConsents phones={view.phones} />
            </section>
          ) : null}
        </>
      )}
    </Sheet>
  );
}
