import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isOwnMessage } from '#features/orders/domain/order.ts'
import { useMay } from '#web/session.ts'
import { invoicingRights } from '../domain/rights.ts'
import { adviceOf, FIELDS } from '../domain/tax/official-errors.ts'
import { TEST_ONLY, waitsForPerson } from '../domain/ways.ts'
import { causesOf } from './causes.ts'
import { Correction } from './DocumentProblems.tsx'
import styles from './invoice.module.css'

const ALARMING = ['FAILED', 'CONFLICT']

/** The server stores the differences between our document and the answer with these field names. */
const DIFFERING = /(^|, )(customerVat|orderNumber|amount|key)(?=: )/g

type Answered = { status: string; errorCode: string | null; errorMessage: string | null }

type Given = { answered: Answered; customerId: number | null; mb?: 'sm' }

/**
 * Shows why a document or a delivery note failed or waits, and what to do. What the service itself answered is in a fold: it is in its
 * own words, or the whole answer. The server returns it to administrators only.
 */
export function AnswerOfService({ answered, customerId, mb }: Given) {
  const { t, i18n } = useTranslation('invoicing')
  const maySeeAnswer = useMay(invoicingRights.answers)
  const { status, errorCode, errorMessage } = answered
  if (status === 'ACKNOWLEDGED' || (errorCode === null && errorMessage === null)) return null
  const words = causesOf(errorCode ?? '').map((cause) =>
    i18n.exists(`document.cause.${cause}`, { ns: 'invoicing' })
      ? t(`document.cause.${cause}`)
      : t(unknownText(cause, status)),
  )
  const own = isOwnMessage(answered)
  const reported = own
    ? errorMessage?.replaceAll(
        DIFFERING,
        (_all, before: string, field: string) => `${before}${t(`document.differs.${field}`)}`,
      )
    : null
  // a document that no service was asked for has no answer
  const answer = own || waitsForPerson(errorCode) ? '' : [errorCode, errorMessage].filter(Boolean).join(': ')
  return (
    <Alert
      color={ALARMING.includes(status) && errorCode !== TEST_ONLY ? 'red' : 'yellow'}
      variant="light"
      py="xs"
      mb={mb}
      data-answered
    >
      <Text size="sm" c="var(--mantine-color-text)" style={{ overflowWrap: 'anywhere' }}>
        {[words.join(' '), reported].filter(Boolean).join(' — ') || t(unknownText('', status))}
      </Text>
      <FieldOf code={status === 'FAILED' ? errorCode : null} customerId={customerId} />
      {maySeeAnswer && answer !== '' ? (
        <details className={styles.answer} data-answer>
          <summary>{t('document.answer')}</summary>
          <code lang="en">{answer}</code>
        </details>
      ) : null}
    </Alert>
  )
}

/** Returns the text for a code that is none of ours. Only a document that was refused may be sent again. */
function unknownText(code: string, status: string) {
  const advice = adviceOf(code)
  return advice === 'other' && status !== 'FAILED'
    ? 'document.cause.unreadable'
    : (`document.advice.${advice}` as const)
}

/** Leads to the field in which the cause of a refusal is corrected. It shows nothing if there is none. */
function FieldOf({ code, customerId }: { code: string | null; customerId: number | null }) {
  const advice = adviceOf(code ?? '')
  const field = advice === 'other' ? undefined : FIELDS[advice]
  if (field === undefined || (field.of === 'customers' && customerId === null)) return null
  return <Correction problem={{ ...field, id: field.of === 'customers' ? customerId : null }} />
}
