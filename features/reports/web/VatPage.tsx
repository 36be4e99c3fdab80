import { vat } from '../domain/sales.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows the VAT of sales and purchases in each month. */
export default function VatPage() {
  return <ReportPage report={vat} path="/vat" />
}
