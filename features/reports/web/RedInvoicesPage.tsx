import { redInvoices } from '../domain/sales.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows the red invoices of each month. */
export default function RedInvoicesPage() {
  return <ReportPage report={redInvoices} path="/red-invoices" />
}
