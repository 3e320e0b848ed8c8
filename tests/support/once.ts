/** The condition of a fault that acts when it is first asked, before the request is carried out, and never applies. */
export function once(act: () => unknown): () => false {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
    return false;
  };
}
