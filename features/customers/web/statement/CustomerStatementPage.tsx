import { lazyPart } from '#web/lazy-part.tsx'
import { useMay } from '#web/session.ts'
import { customersRights } from '../../domain/rights.ts'
import { customerStatement } from '../../domain/statement-contract.ts'
import { StatementView } from './StatementView.tsx'

const MailStatement = lazyPart(() => import('./MailStatement.tsx'))

/** The statement of account of a customer. */
export default function CustomerStatementPage() {
  const mayMail = useMay(customersRights.write)
  return <StatementView paper={customerStatement} Mail={mayMail ? MailStatement : null} />
}
