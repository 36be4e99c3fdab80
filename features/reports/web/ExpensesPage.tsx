import { expenses } from '../domain/expenses.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** Shows what was spent in a period, and what was paid. */
export default function ExpensesPage() {
  return <ReportPage report={expenses} path="/expenses" />
}
