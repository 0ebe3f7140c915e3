export { Composer } from "./composer";
export { Phone, Typing } from "./phone";
export { WhyCard, type WhyFact } from "./why-card";
