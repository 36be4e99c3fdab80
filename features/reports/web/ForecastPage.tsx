import { forecast } from '../domain/forecast.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows the money of the coming 30 days: what comes in, what goes out, and the balance of each day. */
export default function ForecastPage() {
  return <ReportPage report={forecast} path="/forecast" />
}
