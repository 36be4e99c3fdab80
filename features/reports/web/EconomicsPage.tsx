import { economics } from '../domain/economics.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows what was sold, bought, received and paid in a period. */
export default function EconomicsPage() {
  return <ReportPage report={economics} path="/economics" />
}
