import { Alert, Anchor, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { plainVat } from '#kernel/vat-number.ts'
import { refusal } from '#kernel/refusal.ts'
import { PageLink, useGo, useSearchState } from '#web/navigation.tsx'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { Loading } from '#web/ui/states.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { type FileDraft, fileDraft } from '../../domain/from-file/contract.ts'
import { askedLines, FILE_USES, fileLack } from '../../domain/from-file/invoice-of-file.ts'
import { AskedLine } from './AskedLine.tsx'
import { FileProblems } from './FileProblems.tsx'
import { FileProvider } from './FileProvider.tsx'
import { KnownLines } from './KnownLines.tsx'
import { useInvoiceOfFile } from './use-invoice-of-file.ts'
import { receiptOfFile } from './use-open-file.ts'
import styles from './from-file.module.css'

/** What the person makes of the file when nothing is asked any more. */
const address = z.object({ use: z.enum(FILE_USES).catch('invoice') })

/** Shows what a file of a provider means: first what must be asked, then what is known. Nothing is booked here. */
export default function FileDraftPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchFile given={given} /> : <LoadedFile id={id} />
}

/** Says that there is no file with the id of the address. */
function NoSuchFile({ given }: { given: string }) {
  const { t } = useTranslation('purchases')
  return (
    <NoRecordPage
      missing={refusal('missing', 'purchases.file.missing', { fileId: given })}
      list={{ to: '/createinvoice', label: t('title.create') }}
    />
  )
}

function LoadedFile({ id }: { id: number }) {
  const { t } = useTranslation('purchases')
  const [providerId, setProviderId] = useState<number | null>(null)
  const answer = useAsk(fileDraft, { id, providerId }, { keepPrevious: true })
  const draft = answer.data?.draft
  if (draft)
    return (
      <Draft
        draft={draft}
        readAgain={() => void answer.refetch()}
        chooseProvider={setProviderId}
        error={answer.error}
      />
    )
  return (
    <>
      <PageHeader title={t('title.file')} back={{ to: '/createinvoice', label: t('title.create') }} />
      {answer.error ? <FileProblems error={answer.error} /> : <Loading rows={8} height={36} />}
    </>
  )
}

type DraftProps = {
  draft: FileDraft
  readAgain: () => void
  chooseProvider: (providerId: number) => void
  error: unknown
}

function Draft({ draft, readAgain, chooseProvider, error }: DraftProps) {
  const { t } = useTranslation('purchases')
  const phone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  const go = useGo()
  const [{ use }] = useSearchState(address)
  const enter = useInvoiceOfFile()
  const [reopened, setReopened] = useState<readonly number[]>([])
  const { provider } = draft
  const lack = fileLack(draft)
  const asked = new Set([...askedLines(draft).map(({ line }) => line), ...reopened])
  const open = draft.lines.filter(({ line }) => asked.has(line))
  const answered = (line: number) => {
    setReopened((before) => before.filter((one) => one !== line))
    readAgain()
  }
  return (
    <>
      <PageHeader
        title={t('title.file')}
        tab={`${t('title.file')} · ${draft.name}`}
        subtitle={`${draft.name} · ${t(`file.form.${draft.form}`)}`}
        back={{ to: '/createinvoice', label: t('title.create') }}
        primary={
          phone ? null : (
            <ActionButton
              closed={lack === null ? null : t(`file.lack.${lack}`)}
              onClick={() => {
                if (use === 'receipt') go(receiptOfFile(draft.id))
                else
                  enter(draft).then(
                    (invoice) => {
                      if (invoice) go('/createinvoice')
                    },
                    (problem: unknown) => say.failed(problem),
                  )
              }}
            >
              {t(`file.continue.${use}`)}
            </ActionButton>
          )
        }
      />
      {phone ? (
        <Text size="sm" mb="md" c="dimmed">
          {t('file.phone')}
        </Text>
      ) : null}
      <WhyClosed reasons={[phone || lack === null ? null : t(`file.lack.${lack}`)]} />
      {draft.form === 'note' ? (
        <Text size="sm" mb="md">
          {t('file.note-prices')}
        </Text>
      ) : null}
      <FileProblems error={error} />
      <Notes draft={draft} />
      <div className={styles.stack}>
        <Written draft={draft} />
        {provider === null ? (
          <FileProvider draft={draft} readOnly={phone} choose={chooseProvider} created={readAgain} />
        ) : null}
        <AskedLines file={draft} lines={open} readOnly={phone || provider === null} answered={answered} />
        <KnownLines
          lines={draft.lines.filter(({ line }) => !asked.has(line))}
          priced={draft.form !== 'note'}
          reopen={phone || provider === null ? null : (line) => setReopened((before) => [...before, line])}
        />
      </div>
    </>
  )
}

type AskedLinesProps = {
  file: FileDraft
  lines: FileDraft['lines']
  readOnly: boolean
  answered: (line: number) => void
}

/** The lines that wait for an answer. */
function AskedLines({ file, lines, readOnly, answered }: AskedLinesProps) {
  const { t } = useTranslation('purchases')
  if (lines.length === 0) return null
  return (
    <Panel title={t('file.asked.title', { lines: lines.length })}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(file.provider === null ? 'file.asked.provider-first' : 'file.asked.once')}
      </Text>
      <ul className={styles.asked}>
        {lines.map((line) => (
          <AskedLine key={line.line} file={file} line={line} readOnly={readOnly} answered={() => answered(line.line)} />
        ))}
      </ul>
    </Panel>
  )
}

/** An invoice that has the number already, or the cancelled one that the new invoice replaces. */
function Notes({ draft: { sameNumber, canceled } }: { draft: FileDraft }) {
  const { t } = useTranslation('purchases')
  return (
    <>
      {sameNumber === null ? null : (
        <Alert
          color="red"
          variant="light"
          role="alert"
          py="xs"
          mb="md"
          title={<span lang="en">{t('form.exists')}</span>}
        >
          {t('file.same-number', { number: sameNumber.number })}{' '}
          <Anchor component={PageLink} to={`/invoice-detail/${sameNumber.id}`} size="sm">
            {t('file.open-invoice')}
          </Anchor>
        </Alert>
      )}
      {canceled === null ? null : (
        <Alert variant="light" py="xs" mb="md">
          {t('file.canceled', { number: canceled.number })}
        </Alert>
      )}
    </>
  )
}

/** What the file says of the document. */
function Written({ draft: { written, provider } }: { draft: FileDraft }) {
  const { t } = useTranslation('purchases')
  const { providerVat, providerName, number, date, net, vat, gross } = written
  return (
    <Panel>
      <Facts
        items={[
          { label: t('word.provider'), value: provider?.name ?? providerName },
          { label: t('file.fact.vat-number'), value: plainVat(providerVat) || provider?.vat, figures: true },
          { label: t('word.number'), value: number, figures: true },
          { label: t('word.date'), value: date ? <DayText value={date} /> : '', figures: true },
          { label: t('file.fact.net'), value: net === null ? '' : <MoneyText value={net} />, figures: true },
          { label: t('word.vat'), value: vat === null ? '' : <MoneyText value={vat} />, figures: true },
          { label: t('word.total'), value: gross === null ? '' : <MoneyText value={gross} />, figures: true },
        ]}
      />
    </Panel>
  )
}
