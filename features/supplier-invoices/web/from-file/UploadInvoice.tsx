import { Button, FileButton, Group, Loader, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { FileUp } from '#web/ui/icon/icons.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputAddress, type OutputOf } from '#kernel/contract.ts'
import type { DecimalSign } from '#kernel/money.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { askQuery } from '#web/api.ts'
import { useGo } from '#web/navigation.tsx'
import { sendFile } from '#web/send-file.ts'
import { DropArea } from '#web/ui/upload/DropArea.tsx'
import { WhichSign } from '#web/ui/upload/WhichSign.tsx'
import { type FileDraft, fileDraft, readFile } from '../../domain/from-file/contract.ts'
import { MOST_FILE_BYTES } from '#features/supplier-files/domain/document.ts'
import { fileLack } from '../../domain/from-file/invoice-of-file.ts'
import type { InvoiceDraft } from '../../domain/invoice-draft.ts'
import { FileProblems } from './FileProblems.tsx'
import { useInvoiceOfFile } from './use-invoice-of-file.ts'
import styles from './from-file.module.css'

/** Stores a file and returns what it means. */
async function readChosen(file: File, decimalSign?: DecimalSign): Promise<FileDraft> {
  if (file.size > MOST_FILE_BYTES)
    throw new Refused(refusal('refused', 'purchases.file.too-large', { most: MOST_FILE_BYTES / 1_000_000 }))
  const address = inputAddress(readFile, { name: file.name.slice(-200), decimalSign })
  const { id } = (await sendFile(address, file)) as OutputOf<typeof readFile>
  return (await askQuery(fileDraft, { id })).draft
}

/** Returns what takes an invoice from a file, and the outcome of the last one. `entered` gets the draft if every line is known. */
function useInvoiceFile(entered: (draft: InvoiceDraft) => void) {
  const go = useGo()
  const { online } = useNetwork()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [sent, setSent] = useState<File | null>(null)
  const enter = useInvoiceOfFile()
  const take = async ([file]: readonly File[], decimalSign?: DecimalSign) => {
    if (!file || busy) return
    setBusy(true)
    setError(null)
    setSent(file)
    try {
      const draft = await readChosen(file, decimalSign)
      const invoice = fileLack(draft) === null ? await enter(draft) : null
      if (invoice) entered(invoice)
      else go(`/invoice-file/${draft.id}`)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return { online, busy, error, sent, take }
}

/**
 * Takes an invoice of a provider from a file, by the button or by dropping it. `children` places the button in the content on which
 * files may be dropped; without it the button has an area of its own. If every line is known, `entered` gets the draft. Otherwise the
 * page opens that asks what is not known.
 */
export function UploadInvoice({
  entered,
  children,
}: {
  entered: (draft: InvoiceDraft) => void
  children?: (chooseFile: ReactNode) => ReactNode
}) {
  const { t } = useTranslation('purchases')
  const { online, busy, error, sent, take } = useInvoiceFile(entered)
  const chooseFile = (
    <>
      <FileButton onChange={(file) => void take(file ? [file] : [])} accept=".xml,.csv,.txt,text/xml,text/csv">
        {({ onClick }) => (
          <Button
            variant="default"
            leftSection={busy ? <Loader size={14} /> : <FileUp size={16} aria-hidden />}
            disabled={!online}
            title={t('file.hint')}
            onClick={onClick}
          >
            {t('file.choose')}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed" role="status">
        {online ? (busy ? t('file.reading') : '') : t('file.offline')}
      </Text>
    </>
  )
  const problems = error ? (
    <div className={styles.upload}>
      <FileProblems error={error} />
      <WhichSign error={error} choose={(sign) => void take(sent ? [sent] : [], sign)} />
    </div>
  ) : null
  if (children === undefined)
    return (
      <div className={styles.upload}>
        <DropArea add={(files) => void (online ? take(files) : undefined)}>
          <Group gap="sm" data-tools>
            {chooseFile}
            <Text size="sm" c="dimmed">
              {t('file.hint')}
            </Text>
          </Group>
        </DropArea>
        {problems}
      </div>
    )
  return (
    <DropArea bare add={(files) => void (online ? take(files) : undefined)}>
      {problems}
      {children(chooseFile)}
    </DropArea>
  )
}
