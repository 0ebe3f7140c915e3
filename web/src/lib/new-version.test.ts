import { afterEach, expect, test, vi } from "vitest";
import { checkIntervals, watchForNewVersion } from "./new-version";

afterEach(() => void vi.useRealTimers());

test("the version is checked on return and at intervals, and a new one is announced once", async () => {
  vi.useFakeTimers();
  const isOther = vi.fn(async () => false);
  const onOther = vi.fn();
  const stop = watchForNewVersion(isOther, onOther);
  const comeBack = async () => {
    window.dispatchEvent(new Event("focus"));
    await vi.advanceTimersByTimeAsync(0);
  };

  await comeBack();
  expect(isOther, "this build was just loaded").not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(checkIntervals.back);
  await comeBack();
  await comeBack();
  expect(isOther).toHaveBeenCalledTimes(1);

  isOther.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(checkIntervals.stay + checkIntervals.back);
  expect(isOther, "checked again while the page stays open").toHaveBeenCalledTimes(2);
  expect(onOther).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10 * checkIntervals.stay);
  await comeBack();
  expect(isOther).toHaveBeenCalledTimes(2);
  stop();
});
