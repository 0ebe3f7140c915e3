export { Composer } from "./composer";
export { Phone, Typing } from "./phone";
export { WhyCard } from "./why-card";
