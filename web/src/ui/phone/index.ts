export { Composer } from "./composer";
export { Phone, Typing } from "./phone";
export { type WhyFact, WhyCard } from "./why-card";
