/** The pages that only show a report. */
import { economics } from '../domain/economics.ts'
import { expenses } from '../domain/expenses.ts'
import { forecast } from '../domain/forecast.ts'
import type { Report } from '../domain/frame.ts'
import { margins } from '../domain/margins.ts'
import { redInvoices, sales, vat } from '../domain/sales.ts'
import { topMaterials, topProducts } from '../domain/top.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const pageOf = (report: Report, path: string) => () => <ReportPage report={report} path={path} />

export const EconomicsPage = pageOf(economics, '/economics')
export const ExpensesPage = pageOf(expenses, '/expenses')
export const ForecastPage = pageOf(forecast, '/forecast')
export const MarginsPage = pageOf(margins, '/margins')
export const RedInvoicesPage = pageOf(redInvoices, '/red-invoices')
export const SalesPage = pageOf(sales, '/sales')
export const TopMaterialsPage = pageOf(topMaterials, '/top-materials')
export const TopProductsPage = pageOf(topProducts, '/top-products')
export const VatPage = pageOf(vat, '/vat')
