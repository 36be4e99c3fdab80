import { topMaterials } from '../domain/top.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows the materials that were bought most from providers. */
export default function TopMaterialsPage() {
  return <ReportPage report={topMaterials} path="/top-materials" />
}
