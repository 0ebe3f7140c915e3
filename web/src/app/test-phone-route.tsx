import { Suspense } from "react";
import { TestCasesSkeleton } from "../entities/test-case/skeleton";
import TestPhonePage from "../features/test-phone/page";
import { lazyWithReload } from "../lib/lazy";

const TestCases = lazyWithReload(() => import("../features/test-cases/panel"));
const SaveAsTestCase = lazyWithReload(() => import("../features/test-cases/save-as-case"));

/** The test window with the test cases beside the phone. */
export default function TestPhoneRoute() {
  return (
    <TestPhonePage
      testCases={(communityId, answers) => (
        <Suspense fallback={<TestCasesSkeleton />}>
          <TestCases communityId={communityId} answers={answers} />
        </Suspense>
      )}
      saveAsTestCase={(communityId, message) => (
        <Suspense>
          <SaveAsTestCase communityId={communityId} message={message} />
        </Suspense>
      )}
    />
  );
}
