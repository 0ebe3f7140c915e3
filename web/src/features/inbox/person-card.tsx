import { Link } from "react-router";
import { labels as consentLabels } from "../../entities/consent/labels";
import { PhoneConsents } from "../../entities/consent/phone-consents";
import { useMayRecordConsent } from "../../entities/consent/queries";
import { formatCents } from "../../entities/service-request/action-labels";
import { toRequestHref } from "../../entities/service-request/request-link";
import { DueDate } from "../../entities/service-request/request-marks";
import { StateMark, StateName } from "../../entities/service-request/state-mark";
import type { InboxItem, InboxPerson } from "../../gen/parlor/v1/inbox_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDay } from "../../lib/format-date";
import { residentName } from "../../lib/names";
import { Avatar, Badge, Button, PhoneLink, Skeleton, UnitPlate } from "../../ui";
import { DetailTitle, PartTitle } from "../../ui/two-pane";
import { ChannelMark } from "./channel-mark";
import { personLabels } from "./detail-labels";
import { toChannelName } from "./labels";
import type { PersonKey } from "./queries";
import { SamePerson } from "./same-person";
import { type InboxUrlState, itemId, itemPlace, toSearch } from "./url-state";

type Props = {
  person: InboxPerson | undefined;
  /** The item beside the card. */
  item: Pick<InboxItem, "name" | "unit" | "phone" | "email" | "communityLabel"> | undefined;
  /** ID of that item. */
  open: string;
  urlState: InboxUrlState;
  /** The person whose card is shown. Unset for a visitor without an address. */
  whose: PersonKey | undefined;
  /** The address is what a visitor gave. */
  isUnverified: boolean;
  onBack: () => void;
};

/** What is known about the person behind a conversation. */
export function PersonCard(props: Props) {
  const { person, item, open, urlState, whose, isUnverified, onBack } = props;
  if (!item) return <aside className="inbox__person" aria-label={personLabels.person} />;
  const name = person?.name || item.name || item.email || residentName("", item.phone);
  const others = person?.items.filter((one) => itemId(one) !== open) ?? [];
  return (
    <aside className="inbox__person" aria-label={personLabels.about(name)}>
      <Button variant="quiet" size="small" icon="back" className="inbox__back" onPress={onBack}>
        {personLabels.conversation}
      </Button>
      <header className="person-card">
        <Avatar name={person?.name || item.name} />
        <div>
          <DetailTitle className="person-card__name">{name}</DetailTitle>
          <p className="row small secondary">
            <UnitPlate unit={person?.unit || item.unit} />
            {item.communityLabel}
          </p>
        </div>
      </header>
      {isUnverified ? (
        <p className="person-part small secondary">
          {whose ? personLabels.unverified : personLabels.anonymous}
        </p>
      ) : null}
      {whose === undefined ? null : person ? (
        <>
          <SamePerson person={person} whose={whose} />
          <Reach person={person} />
          <Consent person={person} />
          <Requests person={person} />
          <Balance person={person} />
          {others.length > 0 ? (
            <Others items={others} hasMore={person.hasMoreItems} urlState={urlState} />
          ) : null}
        </>
      ) : (
        <div className="person-part" aria-hidden="true">
          <Skeleton wide="120px" />
          <Skeleton wide="220px" />
          <Skeleton wide="180px" />
        </div>
      )}
    </aside>
  );
}

function Reach({ person }: { person: InboxPerson }) {
  return (
    <section className="person-part" aria-label={personLabels.contact}>
      <PartTitle>{personLabels.contact}</PartTitle>
      <ul className="reach">
        {person.addresses.map(({ phone, email, optedOut }) => (
          <li key={phone || email}>
            <ChannelMark channel={phone ? "text" : "email"} />
            <span className="truncate">
              {phone ? <PhoneLink phone={phone} /> : <a href={`mailto:${email}`}>{email}</a>}
            </span>
            {phone ? (
              optedOut ? (
                <Badge tone="danger" icon="spam">
                  {personLabels.optedOut}
                </Badge>
              ) : (
                <Badge tone="success" icon="ok">
                  {personLabels.textsAllowed}
                </Badge>
              )
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Consent({ person }: { person: InboxPerson }) {
  const mayRecord = useMayRecordConsent();
  const phones = person.addresses.map(({ phone }) => phone).filter(Boolean);
  if (!mayRecord || phones.length === 0) return null;
  return (
    <section className="person-part" aria-label={consentLabels.title}>
      <PartTitle>{consentLabels.title}</PartTitle>
      <PhoneConsents phones={phones} />
    </section>
  );
}

function Requests({ person }: { person: InboxPerson }) {
  const requests = person.serviceRequests;
  return (
    <section className="person-part" aria-label={personLabels.openRequests}>
      <PartTitle>{personLabels.openRequests}</PartTitle>
      {requests.length > 0 ? (
        <ul className="mini-requests">
          {requests.map((request) => (
            <li key={request.id}>
              <StateMark state={request.state} />
              <p>
                <Link to={toRequestHref(request.id)}>{request.title}</Link>
                <span className="row">
                  {request.number} · <StateName state={request.state} />
                  <DueDate request={request} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="small secondary">{personLabels.noRequests}</p>
      )}
      {person.hasMoreServiceRequests ? (
        <p className="caption">{personLabels.moreRequests}</p>
      ) : null}
    </section>
  );
}

function Balance({ person }: { person: InboxPerson }) {
  const { balanceCents, balanceOn, inCollections } = person;
  if (balanceCents === undefined) return null;
  return (
    <section className="person-part" aria-label={personLabels.balance}>
      <div className="row row--between">
        <PartTitle>{personLabels.balance}</PartTitle>
        {balanceOn ? <span className="caption">{formatDay(balanceOn)}</span> : null}
      </div>
      <p className="row row--between">
        <span className="balance">{formatCents(balanceCents)}</span>
        {inCollections ? <Badge tone="warning">{personLabels.inCollections}</Badge> : null}
      </p>
    </section>
  );
}

type OthersProps = { items: readonly InboxItem[]; hasMore: boolean; urlState: InboxUrlState };

function Others({ items, hasMore, urlState }: OthersProps) {
  return (
    <section className="person-part" aria-label={personLabels.otherConversations}>
      <PartTitle>{personLabels.otherConversations}</PartTitle>
      <ul className="reach">
        {items.map((one) => (
          <li key={itemId(one)}>
            <ChannelMark channel={toChannelName(one.channel)} />
            <Link className="truncate" to={toSearch({ ...urlState, ...itemPlace(one) })}>
              {showDirectionMarks(one.subject || one.preview)}
            </Link>
          </li>
        ))}
      </ul>
      {hasMore ? <p className="caption">{personLabels.moreConversations}</p> : null}
    </section>
  );
}
