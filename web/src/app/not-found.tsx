import { useNavigate } from "react-router";
import { Button } from "../ui";
import { Titled } from "./titled";

export function NotFound() {
  const navigate = useNavigate();
  return (
    <main className="not-found" id="main">
      <Titled title="Page not found" />
      <div className="face">
        <h1 className="login__title">404</h1>
        <p className="face__title">Oops! Page not found.</p>
        <p>We can't seem to find the page you're looking for.</p>
        <Button variant="primary" onPress={() => navigate("/")}>
          Go Home
        </Button>
      </div>
    </main>
  );
}
