import { margins } from '../domain/margins.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows what is left of sales after the cost of the goods. */
export default function MarginsPage() {
  return <ReportPage report={margins} path="/margins" />
}
