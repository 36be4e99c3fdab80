import { Alert, Autocomplete, Button, FileButton, Group, Loader, Text, TextInput } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { FileUp, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { banks as bankRecords } from '#features/payments/domain/banks-contract.ts'
import { inputAddress, type OutputOf } from '#kernel/contract.ts'
import type { DecimalSign } from '#kernel/money.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { shownIban } from '#kernel/settings/checks.ts'
import { useAsk } from '#web/query.ts'
import { sendFile } from '#web/send-file.ts'
import { problemText } from '#web/ui/problems.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { say } from '#web/ui/say.tsx'
import { DropArea } from '#web/ui/upload/DropArea.tsx'
import { WhichSign } from '#web/ui/upload/WhichSign.tsx'
import { type BankColumn, MOST_STATEMENT_BYTES } from '../domain/bank-line.ts'
import { bankLayouts, readStatement } from '../domain/contract.ts'
import styles from './bank-statements.module.css'
import { ColumnsDialog, type UnknownColumns } from './ColumnsDialog.tsx'

type Told = {
  bankName: string
  iban: string
  headingsLine?: number
  columns?: (BankColumn | null)[]
  decimalSign?: DecimalSign
}
/** What a person says of a file that was refused because it does not say it. */
type Answers = Pick<Told, 'headingsLine' | 'columns' | 'decimalSign'>

const send = async (file: File, told: Told): Promise<OutputOf<typeof readStatement>> => {
  if (file.size > MOST_STATEMENT_BYTES)
    throw new Refused(refusal('refused', 'purchases.file.too-large', { most: MOST_STATEMENT_BYTES / 1_000_000 }))
  const address = inputAddress(readStatement, { name: file.name.slice(-200), ...told })
  return (await sendFile(address, file)) as OutputOf<typeof readStatement>
}

/** Returns what a refusal says about columns that are not known; null for any other error. */
function unknownColumns(error: unknown): UnknownColumns | null {
  if (!(error instanceof Refused) || error.refusal.code !== 'bank-statements.file.columns') return null
  return error.refusal.details as UnknownColumns
}

/** Returns the banks to choose from, the chosen one with its remembered account, and what could not be read. */
function useBank() {
  const listed = useAsk(bankRecords.all, {})
  const remembered = useAsk(bankLayouts, {})
  const banks = listed.data?.banks.filter(({ hidden }) => !hidden) ?? []
  const layouts = remembered.data?.layouts ?? []
  const [typedBank, setBank] = useState<string | null>(null)
  const [typedIban, setIban] = useState<string | null>(null)
  const bankName = typedBank ?? layouts[0]?.bankName ?? banks[0]?.name ?? ''
  return {
    names: [...new Set([...banks.map(({ name }) => name), ...layouts.map((one) => one.bankName)])],
    bankName,
    setBank,
    iban: typedIban ?? shownIban(layouts.find((one) => one.bankName === bankName)?.iban ?? ''),
    setIban,
    unread: (listed.data ? null : listed.error) ?? (remembered.data ? null : remembered.error),
    readAgain: () => void Promise.all([listed.refetch(), remembered.refetch()]),
  }
}

/** Takes the file of a bank, by the button or by dropping it. Most files but camt.053 also need the account, which is remembered for the bank. */
export function UploadStatement() {
  const { t } = useTranslation('bank-statements')
  const { online } = useNetwork()
  const bank = useBank()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [sent, setSent] = useState<{ file: File; more: Answers } | null>(null)
  const [asked, setAsked] = useState<UnknownColumns | null>(null)
  const bankName = bank.bankName.trim()
  const take = async (file: File | null | undefined, more: Answers = {}) => {
    if (!file || busy || !online || bankName === '') return
    setBusy(true)
    setError(null)
    setSent({ file, more })
    try {
      const { added, known, leftOut } = await send(file, { bankName, iban: bank.iban, ...more })
      setAsked(null)
      say.done(t('said.read', { added, known }))
      if (leftOut.length > 0)
        say.note(t('said.left-out', { rows: leftOut.map((row) => t('said.left-out-row', row)).join(', ') }))
    } catch (problem) {
      const columns = unknownColumns(problem)
      setAsked(columns)
      setError(columns === null ? problem : null)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.upload}>
      <DropArea add={([file]) => void take(file)}>
        <Group gap="sm" align="end">
          <Autocomplete
            label={t('payment.bank')}
            data={bank.names}
            value={bank.bankName}
            maxLength={200}
            onChange={bank.setBank}
          />
          <TextInput
            label={t('upload.iban')}
            value={bank.iban}
            maxLength={50}
            className={styles.iban}
            onChange={(event) => bank.setIban(event.currentTarget.value)}
          />
          <ChooseFile busy={busy} closed={!online || bankName === ''} take={(file) => void take(file)} />
          <Text size="sm" c="dimmed" role="status">
            {t(online ? (busy ? 'upload.reading' : 'upload.hint') : 'upload.offline')}
          </Text>
        </Group>
      </DropArea>
      <RefusalText error={bank.unread} retry={bank.readAgain} />
      {error === null ? null : <WhyRefused error={error} />}
      <WhichSign error={error} choose={(decimalSign) => void take(sent?.file, { ...sent?.more, decimalSign })} />
      {asked === null ? null : (
        <ColumnsDialog
          unknown={asked}
          pending={busy}
          close={() => setAsked(null)}
          confirm={(columns) => void take(sent?.file, { headingsLine: asked.line, columns: [...columns] })}
        />
      )}
    </div>
  )
}

type ChooseProps = { busy: boolean; closed: boolean; take: (file: File | null) => void }

function ChooseFile({ busy, closed, take }: ChooseProps) {
  const { t } = useTranslation('bank-statements')
  return (
    <FileButton onChange={take} accept=".xml,.csv,.txt,.xlsx,.sta,.mt940,.940,text/xml,text/csv">
      {({ onClick }) => (
        <Button
          leftSection={busy ? <Loader size={14} color="white" /> : <FileUp size={16} aria-hidden />}
          disabled={closed}
          onClick={onClick}
        >
          {t('upload.choose')}
        </Button>
      )}
    </FileButton>
  )
}

function WhyRefused({ error }: { error: unknown }) {
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert size={16} aria-hidden />} role="alert" py="xs" mt="xs">
      <Text size="sm" c="var(--mantine-color-text)">
        {problemText(error)}
      </Text>
    </Alert>
  )
}
