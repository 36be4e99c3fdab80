import type { Paper } from '#kernel/paper.ts'
import { mailStatement, statementDraft } from '../../domain/statement-contract.ts'
import { MailStatementDialog } from './MailStatementDialog.tsx'
import type { StatementWanted } from './StatementView.tsx'

type Props = { wanted: StatementWanted; paper: Paper; close: () => void }

/** The dialog to mail a statement of account as PDF. */
export default function MailStatement(props: Props) {
  return <MailStatementDialog draft={statementDraft} command={mailStatement} {...props} />
}
