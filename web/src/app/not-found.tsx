import { useNavigate } from "react-router";
import { DocumentTitle } from "./document-title";
import { labels } from "./labels";

export function NotFound() {
  const navigate = useNavigate();
  return (
    <main className="not-found" id="main">
      <DocumentTitle title={labels.notFound} />
      <div className="state">
        <h1 className="login__title">{labels.notFoundCode}</h1>
        <p className="state__title">{labels.notFoundTitle}</p>
        <p>{labels.notFoundHint}</p>
        <button type="button" className="button button--primary" onClick={() => navigate("/")}>
          {labels.goHome}
        </button>
      </div>
    </main>
  );
}
