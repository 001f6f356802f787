/// Releases wrappers whose trees are not in the document. Rare, because it visits all wrappers.
function sweep() {
  wrappersMade = 0;
  weak.forEach((reference, id) => { if (deref(reference) === undefined) weak.delete(id); });
  const families = new SafeMap();
  strong.forEach((wrapper, id) => {
    const root = topRoot(id);
    if (root === 0) return;
    let family = families.get(root);
    if (family === undefined) families.set(root, family = []);
    push(family, wrapper);
    setFamily(wrapper, family);
    strong.delete(id);
    weak.set(id, new WeakRef(wrapper));
  });
  sweepAt = maximum(20000, strong.size);
}
({ sweep });
