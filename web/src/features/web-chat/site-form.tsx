import { useEffect } from "react";
import { Link } from "react-router";
import { screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import {
  ContractForm,
  FormArea,
  FormSubmit,
  FormSwitch,
  FormText,
  useContractForm,
} from "../../forms";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { WebChatSiteService } from "../../gen/parlor/v1/web_chat_site_service_pb";
import { draftKey } from "../../lib/drafts";
import { Button, Icon, toast } from "../../ui";
import { PartTitle } from "../../ui/two-pane";
import { PreviewPanel } from "./chat-preview";
import { formLabels } from "./labels";
import { useStoreSite } from "./queries";
import { AllowedSites, Color, YesOrNo } from "./site-fields";

function initialValues(site: WebChatSite) {
  const { communityId, version, isEnabled, title, greeting, color } = site;
  const { isOnLeft, isOfficeHoursOnly, allowedOrigins } = site;
  return {
    communityId,
    // Also stored in the draft: an older draft doesn't silently undo a colleague's change.
    version,
    isEnabled,
    title,
    greeting,
    color,
    isOnLeft,
    isOfficeHoursOnly,
    allowedOrigins: { origins: [...allowedOrigins] },
  };
}

type Props = {
  site: WebChatSite;
  /** Loads the settings again. */
  refetch: () => unknown;
  isFetching: boolean;
};

function useSiteForm({ site, refetch }: Props) {
  const { user } = useSession();
  const store = useStoreSite();
  const form = useContractForm(WebChatSiteService.method.updateWebChatSite, {
    start: initialValues(site),
    draft: draftKey("web-chat", user.id, site.communityId),
    onDone: ({ site: saved }) => {
      store(saved);
      toast.success(formLabels.saved(site.communityLabel));
    },
  });
  const isRefused = form.problem?.reason === "WEB_CHAT_SITE_CHANGED";
  // The settings that a colleague saved are on the server.
  useEffect(() => {
    if (isRefused) refetch();
  }, [isRefused, refetch]);
  // Only a restored draft has another version than the settings.
  const isOutdated = form.hook.formState.dirtyFields.version === true;
  return { form, hasConflict: isRefused || isOutdated };
}

export type SiteFormState = ReturnType<typeof useSiteForm>["form"];

/** Edits the settings of a community's chat, with a preview. */
export function SiteForm(props: Props) {
  const { site, isFetching } = props;
  const { form, hasConflict } = useSiteForm(props);
  const values = form.hook.watch() as ReturnType<typeof initialValues>;
  const saveMine = () => {
    form.hook.setValue("version", site.version, { shouldDirty: true });
    void form.submit();
  };
  return (
    <div className="stack stack--loose site__pair">
      <section className="panel" aria-label={formLabels.title}>
        <div className="panel__head">
          <PartTitle>{formLabels.title}</PartTitle>
          {form.unsaved ? <span className="caption">{formLabels.draftKept}</span> : null}
        </div>
        <div className="panel__body stack stack--loose">
          {hasConflict ? (
            <Conflict pending={isFetching} onMine={saveMine} onTheirs={form.clear} />
          ) : null}
          <ContractForm
            of={hasConflict ? { ...form, problem: undefined } : form}
            label={formLabels.title}
          >
            <Fields of={form} />
          </ContractForm>
        </div>
        <div className="panel__foot">
          <span className="row__grow" />
          {form.unsaved ? <Button onPress={form.clear}>{formLabels.discard}</Button> : null}
          <FormSubmit of={form}>{formLabels.save}</FormSubmit>
        </div>
      </section>
      <PreviewPanel settings={values} />
    </div>
  );
}

type ConflictProps = { pending: boolean; onMine: () => void; onTheirs: () => void };

function Conflict({ pending, onMine, onTheirs }: ConflictProps) {
  return (
    <div className="notice notice--warning row--wrap" role="alert">
      <Icon name="warning" />
      <p className="row__grow">
        <span className="strong">{formLabels.conflict}</span> {formLabels.conflictHint}
      </p>
      <Button size="small" pending={pending} onPress={onMine}>
        {formLabels.saveMine}
      </Button>
      <Button size="small" pending={pending} onPress={onTheirs}>
        {formLabels.loadTheirs}
      </Button>
    </div>
  );
}

function Fields({ of }: { of: SiteFormState }) {
  return (
    <>
      <FormSwitch
        of={of}
        name="isEnabled"
        label={formLabels.enabled}
        description={formLabels.enabledHint}
      />
      <FormText of={of} name="title" label={formLabels.chatTitle} />
      <FormArea
        of={of}
        name="greeting"
        label={formLabels.greeting}
        description={formLabels.greetingHint}
      />
      <Color of={of} name="color" label={formLabels.color} description={formLabels.colorHint} />
      <YesOrNo
        of={of}
        name="isOnLeft"
        label={formLabels.position}
        yes={formLabels.left}
        no={formLabels.right}
      />
      <YesOrNo
        of={of}
        name="isOfficeHoursOnly"
        label={formLabels.hours}
        description={<HoursHint />}
        yes={formLabels.officeHours}
        no={formLabels.always}
      />
      <AllowedSites
        of={of}
        name="allowedOrigins.origins"
        label={formLabels.sites}
        description={formLabels.sitesHint}
      />
    </>
  );
}

/** What office hours change, or that the company has none. */
function HoursHint() {
  const { company, may } = useSession();
  if ((company.customizations?.businessHours ?? []).length > 0) return formLabels.officeHoursHint;
  const path = `${screenRule(Screen.ADMIN).path}?section=company`;
  return (
    <>
      {formLabels.noOfficeHours}{" "}
      {may(Screen.ADMIN) ? <Link to={path}>{formLabels.setOfficeHours}</Link> : null}
    </>
  );
}
