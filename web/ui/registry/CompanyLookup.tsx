import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { Search, TriangleAlert } from '#web/ui/icon/icons.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegisteredCompany } from '#kernel/company.ts'
import { showDay, showMoment } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { mayRetry, problemText } from '#web/ui/problems.ts'
import surfaces from '#web/ui/surfaces.module.css'
import { type FilledField, type Filling, fillingsOf, type FormTexts, safeFields, withoutHead } from './company-fill.ts'

type CompanyDialogProps = { opened: boolean; onClose: () => void; children: ReactNode }

/** The dialog around a question to the company registry. */
export function CompanyDialog({ opened, onClose, children }: CompanyDialogProps) {
  const { t } = useTranslation('frame')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('registry.title')} size={640} closeOnClickOutside={false}>
      {children}
    </Dialog>
  )
}

type RegistryAnswer = { readonly company: RegisteredCompany; readonly askedAt: string }

type CompanyQuestionProps = {
  /** The look-up of the feature; each feature has its own right to ask. */
  lookUp: Pick<
    UseMutationResult<RegistryAnswer, Error, { vatNumber: string }>,
    'mutate' | 'isPending' | 'error' | 'data'
  >
  /** What the form says now; the VAT number in it is asked first. */
  values: FormTexts
  labelOf: (field: FilledField) => string
  /** Writes the chosen fields into the form. */
  fill: (fillings: readonly Filling[], chosen: readonly FilledField[]) => void
  onClose: () => void
  /** A warning of the feature about the answer, such as others with the same number. */
  children?: ReactNode
}

/** Asks the company registry for a VAT number and shows what its answer would write into the form. */
export function CompanyQuestion({ lookUp, values, labelOf, fill, onClose, children }: CompanyQuestionProps) {
  const { t } = useTranslation('frame')
  const [number, setNumber] = useState(values.vat ?? '')
  const empty = number.trim() === ''
  const ask = () => {
    if (!empty && !lookUp.isPending) lookUp.mutate({ vatNumber: number })
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('registry.hint')}
      </Text>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          className={surfaces.grow}
          label={labelOf('vat')}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            ask()
          }}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          data-autofocus
        />
        <ActionButton
          leftSection={<Search size={16} aria-hidden />}
          closed={empty ? t('registry.no-vat') : null}
          pending={lookUp.isPending}
          onClick={ask}
        >
          {t('registry.ask')}
        </ActionButton>
      </Group>
      <div aria-live="polite">
        {lookUp.isPending ? <Text size="sm">{t('registry.asking')}</Text> : null}
        {lookUp.error ? <RegistryFailure error={lookUp.error} retry={ask} /> : null}
        {lookUp.data ? (
          <Answer
            key={lookUp.data.company.vat}
            answer={lookUp.data}
            values={values}
            labelOf={labelOf}
            fill={fill}
            onClose={onClose}
          >
            {children}
          </Answer>
        ) : null}
      </div>
    </Stack>
  )
}

/** Says why the registry gave no company, and offers to ask again if that may help. */
export function RegistryFailure({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation('frame')
  return (
    <Alert color="red" variant="light" role="alert" icon={<TriangleAlert size={16} aria-hidden />}>
      <Stack gap={6} align="flex-start">
        <Text size="sm" fw={600} c="var(--mantine-color-text)">
          {t('registry.failed')}
        </Text>
        <Text size="sm" c="var(--mantine-color-text)">
          {withoutHead(problemText(error), t('registry.failed'))}
        </Text>
        <Text size="sm" c="var(--mantine-color-text)">
          {t('registry.by-hand')}
        </Text>
        {mayRetry(error) ? (
          <Button size="compact-sm" variant="default" onClick={retry}>
            {t('action.retry')}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

type AnswerProps = Omit<CompanyQuestionProps, 'lookUp'> & { answer: RegistryAnswer }

function Answer({ answer: { company, askedAt }, values, labelOf, fill, onClose, children }: AnswerProps) {
  const { t } = useTranslation('frame')
  const [fillings] = useState(() => fillingsOf(values, company))
  const [chosen, setChosen] = useState<FilledField[]>(() => safeFields(fillings))
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{company.name}</Text>
        <Text size="sm" c="dimmed">
          {[company.legalStatus, t('registry.answer-of', { at: showMoment(askedAt) })].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <CompanyDoubts company={company}>{children}</CompanyDoubts>
      {fillings.length === 0 ? (
        <Text size="sm">{t('registry.nothing-new')}</Text>
      ) : (
        <FillingChoice fillings={fillings} chosen={chosen} setChosen={setChosen} labelOf={labelOf} />
      )}
      <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <ActionButton
          closed={chosen.length === 0 ? t('registry.nothing-chosen') : null}
          onClick={() => {
            fill(fillings, chosen)
            onClose()
          }}
        >
          {t('registry.fill')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

/** Warns about a company that is closed or is no business, and shows the warning of the feature. */
export function CompanyDoubts({ company, children }: { company: RegisteredCompany; children?: ReactNode }) {
  const { t } = useTranslation('frame')
  const doubts = [
    company.active ? '' : t('registry.not-active', { words: company.activeText }),
    company.business ? '' : t('registry.no-business', { words: company.businessText }),
    company.stopDate === null ? '' : t('registry.stopped', { day: showDay(company.stopDate) }),
  ].filter(Boolean)
  if (doubts.length === 0 && !children) return null
  return (
    <Alert color="yellow" variant="light" role="alert" icon={<TriangleAlert size={16} aria-hidden />}>
      <Stack gap={4} c="var(--mantine-color-text)">
        {doubts.map((doubt) => (
          <Text key={doubt} size="sm">
            {doubt}
          </Text>
        ))}
        {children}
      </Stack>
    </Alert>
  )
}

type FillingChoiceProps = Pick<AnswerProps, 'labelOf'> & {
  fillings: readonly Filling[]
  chosen: FilledField[]
  setChosen: (fields: FilledField[]) => void
}

/** Chooses the fields that the answer fills, each with its present and its new text. */
function FillingChoice({ fillings, chosen, setChosen, labelOf }: FillingChoiceProps) {
  const { t } = useTranslation('frame')
  return (
    <Checkbox.Group
      label={t('registry.would-fill')}
      description={fillings.some(({ from }) => from !== '') ? t('registry.typed') : undefined}
      value={chosen}
      onChange={(fields) => setChosen(fields)}
    >
      <ul className={surfaces.rows}>
        {fillings.map(({ field, from, to }) => (
          <li key={field}>
            <Checkbox
              value={field}
              label={
                <>
                  <strong>{labelOf(field)}</strong>: {from === '' ? null : <s>{from}</s>}
                  {from === '' ? '' : ' → '}
                  {to}
                </>
              }
            />
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  )
}
