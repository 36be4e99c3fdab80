import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askQuery } from '#web/api.ts'
import { useRun } from '#web/query.ts'
import { sendAsWritten } from '#web/ui/as-written.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { CreatingPick, type CreatingPickProps, QuickForm, type QuickFormOf } from '#web/ui/form/quick/QuickForm.tsx'
import { SameName, useSameName } from '#web/ui/form/quick/SameName.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import type { NamedParty } from '../domain/contract.ts'
import { whyNotName } from '../domain/party.ts'
import { tellVatDoubts } from './form/vat-doubts.tsx'
import type { PartyPages } from './party-pages.ts'
import type { CreatedParty } from './PartyByVat.tsx'

type Props = QuickFormOf<CreatedParty> & { pages: PartyPages }

/** Creates a party of three fields while another form is filled in. The rest can be entered later. */
export function QuickParty({ name, ...props }: Props) {
  const { t } = useTranslation('parties')
  return (
    <QuickForm title={t('title.create', { ns: props.pages.feature })} name={name} onClose={props.onClose}>
      {(typed) => <Fields key={typed} {...props} name={typed} />}
    </QuickForm>
  )
}

function Fields({ pages, created, name, onClose }: Props & { name: string }) {
  const { t } = useTranslation('parties')
  const create = useRun(pages.contracts.create, { filling: true })
  const form = useRecordForm({ initialValues: { name, vat: '', phone: '' }, schema: pages.contracts.create.input })
  const reason = whyNotName(form.getValues().name)
  const same = useSameName<NamedParty>(pages.contracts.options, name, form.getValues().name)
  return (
    <RecordForm
      form={form}
      guard={false}
      saveLabel={same.isWarned ? t('same-name.create') : t('action.create', { ns: pages.feature })}
      closed={reason ? refusalText(reason) : null}
      confirmFirst={same.mayCreate}
      onCancel={onClose}
      onSave={async (values) => {
        const words = { body: t('as-written.body'), confirmLabel: t('as-written.save') }
        const written = await sendAsWritten((confirmed) => create.mutateAsync({ ...values, ...confirmed }), words)
        say.done(t('said.created', { ns: pages.feature, name: values.name.trim() }))
        tellVatDoubts(pages, written)
        created({ ...values, id: written.id, label: '' })
      }}
    >
      <Stack gap="sm">
        <TextInput label={t('field.name')} required data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label={t('field.vat')} autoComplete="off" {...form.getInputProps('vat')} />
        <TextInput label={t('field.phone')} type="tel" autoComplete="off" {...form.getInputProps('phone')} />
        <SameName
          same={same}
          detail={({ label, vat, phone }) => [label, vat, phone]}
          take={({ id, label, vat, phone, ...found }) => created({ id, name: found.name, label, vat, phone })}
        />
      </Stack>
    </RecordForm>
  )
}

type PickProps = Omit<CreatingPickProps<CreatedParty>, 'right' | 'quick' | 'search'> & {
  pages: PartyPages
  /** How a party is found, if not by the right to read the records of its kind. */
  search?: CreatingPickProps<CreatedParty>['search']
}

/** A field that finds a party, and offers to create one that is not found. */
export const PartyPick = ({ pages, ...pick }: PickProps) => (
  <CreatingPick
    search={(search) => askQuery(pages.contracts.options, { search }).then(({ rows }) => rows)}
    {...pick}
    right={pages.contracts.create.right}
    quick={(form) => <QuickParty pages={pages} {...form} />}
  />
)
