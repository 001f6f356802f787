import HybridEncoding
import Testing

@Test(
  arguments: [
    ("", nil, ""), ("/", nil, ""), ("//", nil, "/"), ("name", "name", ""), ("/name", "name", ""),
    ("a/b.css", "b.css", "a"), ("/a/b/", "b", "/a/b"), ("a//b//", "b", "a//b/"), ("ä/ö", "ö", "ä"),
  ] as [(String, String?, String)])
func pathsHaveALastComponentAndAParent(_ path: String, _ component: String?, _ parent: String) {
  #expect(path.lastPathComponent == component)
  #expect(path.parentPath == parent)
}
