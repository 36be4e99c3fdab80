import { sales } from '../domain/sales.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows what was sold in each day, week, month or year. */
export default function SalesPage() {
  return <ReportPage report={sales} path="/sales" />
}
