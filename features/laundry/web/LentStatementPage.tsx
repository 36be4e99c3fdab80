import { MailStatementDialog } from '#features/customers/web/statement/MailStatementDialog.tsx'
import { StatementView, type StatementWanted } from '#features/customers/web/statement/StatementView.tsx'
import { loansRights } from '#features/loans/domain/rights.ts'
import type { Paper } from '#kernel/paper.ts'
import { useMay } from '#web/session.ts'
import { lentStatement, lentStatementDraft, mailLentStatement } from '../domain/statement-contract.ts'

function MailLentStatement(props: { wanted: StatementWanted; paper: Paper; close: () => void }) {
  return <MailStatementDialog draft={lentStatementDraft} command={mailLentStatement} {...props} />
}

/** The statement of the lent items of a customer: what they hold since when, and the movements of a period. */
export default function LentStatementPage() {
  const mayMail = useMay(loansRights.write)
  return <StatementView paper={lentStatement} Mail={mayMail ? MailLentStatement : null} />
}
