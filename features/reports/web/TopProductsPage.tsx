import { topProducts } from '../domain/top.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows the products that were sold most. */
export default function TopProductsPage() {
  return <ReportPage report={topProducts} path="/top-products" />
}
