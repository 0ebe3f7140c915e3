export default function EscalationsPage() { return <div className="screen-head"><h1 className="screen-title">Escalations</h1></div>; }
