import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { useCommunities } from "../../entities/community/use-communities";
import { CallDialog } from "../../forms";
import {
  ReportFrequency,
  type ReportSubscription,
} from "../../gen/parlor/v1/report_subscription_service_pb";
import { formatDateTime } from "../../lib/format-date";
import { Button, Select, toast } from "../../ui";
import { frequencyLabels, labels, subscriptionHint, subscriptionLabels } from "./labels";
import { useSubscription, useUpdateSubscription } from "./queries";

const frequencyOptions = Object.entries(frequencyLabels).map(([value, label]) => ({
  value,
  label,
}));

type DialogProps = { subscription: ReportSubscription; onClose: () => void };

function SubscriptionDialog({ subscription, onClose }: DialogProps) {
  const { data: communities = [] } = useCommunities();
  const updating = useUpdateSubscription();
  const [frequency, setFrequency] = useState(subscription.frequency);
  const [communityId, setCommunityId] = useState(subscription.communityId);
  const save = () => {
    updating.mutateAsync({ frequency, communityId }).then(
      () => {
        toast.success(subscriptionLabels.saved);
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <CallDialog
      title={subscriptionLabels.title}
      call={updating}
      action={labels.save}
      onClose={onClose}
      onAction={save}
    >
      <p>{subscriptionLabels.contents(subscription.email)}</p>
      <Select
        label={subscriptionLabels.frequency}
        description={subscriptionHint(frequency)}
        options={frequencyOptions}
        value={String(frequency)}
        onChange={(value) => setFrequency(Number(value) as ReportFrequency)}
      />
      <Select
        label={labels.communities}
        options={[
          { value: "", label: labels.allCommunities },
          ...communities.map(({ id, label }) => ({ value: id, label })),
        ]}
        value={communityId}
        onChange={setCommunityId}
      />
    </CallDialog>
  );
}

/** Subscription to reports by email. */
export function SubscriptionPanel() {
  const [isOpen, setOpen] = useState(false);
  const subscription = useSubscription().data?.subscription;
  if (!subscription) return null;
  const { frequency, email, nextAt } = subscription;
  const next = nextAt ? formatDateTime(timestampDate(nextAt), new Date()) : "";
  return (
    <section className="panel" aria-label={subscriptionLabels.title}>
      <div className="panel__head">
        <h2 className="panel-title">{subscriptionLabels.title}</h2>
        <Button size="small" onPress={() => setOpen(true)}>
          {frequency ? subscriptionLabels.change : subscriptionLabels.subscribe}
        </Button>
      </div>
      <div className="panel__body stack">
        <p>
          {frequency === ReportFrequency.UNSPECIFIED
            ? subscriptionLabels.none
            : subscriptionLabels.summary(frequency, email, next)}
        </p>
      </div>
      {isOpen ? (
        <SubscriptionDialog subscription={subscription} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  );
}
