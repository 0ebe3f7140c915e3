import { isUnexpected, toProblem } from "../../api/problem";
import { useStartImpersonation } from "../../entities/session/impersonation";
import { useSession } from "../../entities/session/session";
import { setLastFailure } from "../../lib/last-failure";
import { Button, Icon, toast } from "../../ui";
import { labels } from "./labels";

/** Names the impersonated company on every screen. */
export function ImpersonationBanner() {
  const { user, company } = useSession();
  const act = useStartImpersonation();
  const leave = () =>
    act.mutate(
      { companyId: user.companyId },
      {
        onError: (error) => {
          const problem = toProblem(error);
          toast.error({ title: problem.title, text: problem.text });
          if (isUnexpected(problem)) setLastFailure(problem);
        },
      },
    );
  return (
    <div className="offline" role="status">
      <Icon name="keys" size="small" />
      <span>{labels.impersonating(company.name)}</span>
      <Button size="small" icon="leave" pending={act.isPending} onPress={leave}>
        {labels.leaveCompany}
      </Button>
    </div>
  );
}
