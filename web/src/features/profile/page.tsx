import { TextPlan } from "../../gen/parlor/v1/user_pb";
import { useLook } from "../../lib/look";
import { phoneWords } from "../../lib/names";
import { fullName, useCurrent } from "../../rpc/current";
import { Button, Person, Segments } from "../../ui";
import "./profile.css";

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const densities = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
] as const;

const plans: Partial<Record<TextPlan, string>> = {
  [TextPlan.PARLOR_PLUS]: "Parlor Plus",
  [TextPlan.PARLOR_LITE]: "Parlor Lite",
};

function Account() {
  const { user, company, roleLabel } = useCurrent();
  const plan = plans[user.textPlan];
  const facts: [string, string][] = [
    ["E-mail", user.email],
    ["Role", roleLabel],
    ["Job title", user.role],
    ["Phone", phoneWords(user.phone)],
    ["Company", company.name || company.label],
    ["Plan", plan ?? ""],
  ];
  return (
    <section className="panel" aria-label="Account">
      <div className="panel__head">
        <div className="row row--wide">
          <Person name={fullName(user)} staff />
          <h2 className="panel-title">{fullName(user)}</h2>
        </div>
      </div>
      <dl className="panel__body facts profile__facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Communities() {
  const { user } = useCurrent();
  const communities = user.textCommunitiesMapping;
  return (
    <section className="panel" aria-label="Communities">
      <div className="panel__head">
        <h2 className="panel-title">Communities</h2>
        <span className="count">{communities.length}</span>
      </div>
      {communities.length > 0 ? (
        <ul className="panel__body profile__communities">
          {communities.map(({ value, label }) => (
            <li key={value}>{label.replaceAll("_", " ")}</li>
          ))}
        </ul>
      ) : (
        <p className="panel__body secondary">None yet. An administrator assigns them to you.</p>
      )}
    </section>
  );
}

function Appearance() {
  const [look, setLook] = useLook();
  return (
    <section className="panel" aria-label="Appearance">
      <div className="panel__head">
        <h2 className="panel-title">Appearance</h2>
        <span className="caption">Kept on this computer</span>
      </div>
      <div className="panel__body stack stack--loose">
        <div className="row row--between row--wrap">
          <span className="label">Theme</span>
          <Segments
            label="Theme"
            options={themes}
            value={look.theme}
            onChange={(theme) => setLook({ theme: theme as typeof look.theme })}
          />
        </div>
        <div className="row row--between row--wrap">
          <span className="label">Density</span>
          <Segments
            label="Density"
            options={densities}
            value={look.density}
            onChange={(density) => setLook({ density: density as typeof look.density })}
          />
        </div>
      </div>
    </section>
  );
}

/** One's own account, and how the house looks. */
export default function ProfilePage({ onLogOut }: { onLogOut: () => void }) {
  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">Profile</h1>
        <span className="screen-head__grow" />
        <Button icon="leave" onPress={onLogOut}>
          Log out
        </Button>
      </div>
      <div className="screen-body">
        <div className="profile">
          <Account />
          <Appearance />
          <Communities />
        </div>
      </div>
    </>
  );
}
