import { AccountsButton } from "../features/homeowner-accounts/accounts-button";
import KnowledgePage from "../features/knowledge-base/page";

/** The knowledge base with the homeowner accounts of the community. */
export default function AnswersRoute() {
  return <KnowledgePage accounts={(community) => <AccountsButton community={community} />} />;
}
