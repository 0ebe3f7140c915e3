import { Logo } from "../../ui";
import { labels } from "./labels";

/** Illustration of arches and a door, with the logo. */
export function LoginIllustration() {
  return (
    <section className="login__aside" aria-hidden="true">
      <svg
        className="illustration"
        viewBox="0 0 720 900"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <path className="illustration__floor" d="M0 900h720L470 560H250z" />
        <path className="illustration__light" d="M332 560h56l150 340H182z" />
        <path
          className="illustration__arch--1"
          d="M0 900V370a360 360 0 0 1 720 0v530l-60-82V400a300 300 0 0 0-600 0v418z"
        />
        <path
          className="illustration__arch--2"
          d="M60 818V400a300 300 0 0 1 600 0v418l-46-62V420a254 254 0 0 0-508 0v336z"
        />
        <path
          className="illustration__arch--3"
          d="M106 756V420a254 254 0 0 1 508 0v336l-44-60V438a210 210 0 0 0-420 0v258z"
        />
        <path
          className="illustration__arch--4"
          d="M150 696V438a210 210 0 0 1 420 0v258l-44-60V456a166 166 0 0 0-332 0v180z"
        />
        <path
          className="illustration__arch--5"
          d="M194 636V456a166 166 0 0 1 332 0v180l-56-76V478a110 110 0 0 0-220 0v82z"
        />
        <path className="illustration__end" d="M250 560v-82a110 110 0 0 1 220 0v82z" />
        <path className="illustration__door" d="M332 560v-66a28 28 0 0 1 56 0v66z" />
        <circle className="illustration__knob" cx="380" cy="528" r="3" />
      </svg>
      <div className="login__mark">
        <Logo />
      </div>
      <p className="login__line">
        {labels.slogan.start}
        <br />
        {labels.slogan.end}
      </p>
    </section>
  );
}
