import HybridTestSupport

/// A folder of virtualview_tools with templates for one platform and for both.
func toolsFolder(_ more: [String: String] = [:]) throws -> TemporaryProject {
  var files = [
    "config.properties": """
    VIEW_ID_FrameLayout=1
    VIEW_ID_NText=7
    text=String
    textSize=Number
    layoutWidth=LayoutWidthHeight
    layoutHeight=LayoutWidthHeight
    """,
    "templatelist.properties":
      "card=Card,1\nrow-item.xml=row-item,2,android\nrow-item=row-item,3,iPhone\nlast=Last,4\n",
    "template/card.xml":
      "<FrameLayout layoutWidth=\"match_parent\"><NText text=\"Hello\" textSize=\"12\"/></FrameLayout>",
    "template/row-item.xml": "<NText text=\"${title}\" layoutWidth=\"10rp\" layoutHeight=\"wrap_content\"/>",
    "template/last.xml": "<NText text=\"Last\"/>",
  ]
  files.merge(more) { $1 }
  return try TemporaryProject(files)
}
