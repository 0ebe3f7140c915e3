import { Button } from "../../ui";
import { Appearance } from "./appearance";
import { Communities } from "./communities";
import { labels } from "./labels";
import { Password } from "./password";
import { PersonSection } from "./personal-details";
import { Applications, Sessions } from "./sessions";
import { Vendors } from "./vendors";
import "./profile.css";

/** Profile of the user. Each section loads and saves separately. */
export default function ProfilePage({ onLogOut }: { onLogOut: () => void }) {
  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <span className="screen-head__grow" />
        <Button icon="leave" onPress={onLogOut}>
          {labels.logOut}
        </Button>
      </div>
      <div className="screen-body">
        <div className="profile">
          <div className="profile__column">
            <PersonSection />
            <Vendors />
            <Communities />
          </div>
          <div className="profile__column">
            <Appearance />
            <Password />
            <Sessions />
            <Applications />
          </div>
        </div>
      </div>
    </>
  );
}
