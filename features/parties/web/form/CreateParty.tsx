import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { PartyByVat } from '../PartyByVat.tsx'
import type { PartyPages } from '../party-pages.ts'
import { whyNotName } from '../../domain/party.ts'
import { PartyFields } from './PartyFields.tsx'
import { createSchema, lacksStreet, newParty, toInput } from './party-form.ts'
import { tellVatDoubts } from './vat-doubts.tsx'

/** The page to create a party. Saving leads to the list. */
export function CreateParty({ pages }: { pages: PartyPages }) {
  const { t } = useTranslation('parties')
  const go = useGo()
  const create = useRun(pages.contracts.create, { invalidates: [pages.feature] })
  const form = useRecordForm({
    initialValues: newParty(),
    schema: createSchema,
    toInput,
    alsoWrong: (values) => (lacksStreet(values) ? { 'newAddress.address': t('why.no-address') } : {}),
  })
  const [newVat, setNewVat] = useState<string | null>(null)
  const reason = whyNotName(form.getValues().name)
  return (
    <>
      <PageHeader
        title={t('title.create', { ns: pages.feature })}
        back={{ to: pages.list, label: t('title.list', { ns: pages.feature }) }}
      />
      <RecordForm
        form={form}
        saveLabel={t('action.create', { ns: pages.feature })}
        closed={reason ? refusalText(reason) : null}
        onCancel={() => go(pages.list)}
        onSave={async (values) => {
          const written = await create.mutateAsync(toInput(values))
          go(pages.list)
          say.done(t('said.created', { ns: pages.feature, name: values.name.trim() }))
          tellVatDoubts(pages, written)
        }}
      >
        <PartyFields form={form} pages={pages} createByVat={setNewVat} />
      </RecordForm>
      <PartyByVat
        pages={pages}
        vat={newVat}
        onClose={() => setNewVat(null)}
        created={() => {
          form.resetDirty()
          go(pages.list)
        }}
        returnFocus
      />
    </>
  )
}
