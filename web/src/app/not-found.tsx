import { useNavigate } from "react-router";
import { DocumentTitle } from "./document-title";

export function NotFound() {
  const navigate = useNavigate();
  return (
    <main className="not-found" id="main">
      <DocumentTitle title="Page not found" />
      <div className="face">
        <h1 className="login__title">404</h1>
        <p className="face__title">Oops! Page not found.</p>
        <p>We can't seem to find the page you're looking for.</p>
        <button type="button" className="button button--primary" onClick={() => navigate("/")}>
          Go Home
        </button>
      </div>
    </main>
  );
}
