import { Alert, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { sendAsWritten } from '#web/ui/as-written.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { useStoring } from '#web/ui/form/stored-draft.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { PartyByVat } from '../PartyByVat.tsx'
import type { PartyPages } from '../party-pages.ts'
import { whyNotName } from '../../domain/party.ts'
import { PartyFields } from './PartyFields.tsx'
import { partyDraft } from './party-draft.ts'
import { createSchema, lacksStreet, newParty, type PartyValues, toInput } from './party-form.ts'
import { tellVatDoubts } from './vat-doubts.tsx'

/** The page to create a party. What is typed is stored on this device until it is saved. Saving leads to the list. */
export function CreateParty({ pages }: { pages: PartyPages }) {
  const { t } = useTranslation('parties')
  const go = useGo()
  const create = useRun(pages.contracts.create, { filling: true })
  const form = useRecordForm({
    initialValues: newParty(),
    schema: createSchema,
    toInput,
    alsoWrong: (values) => (lacksStreet(values) ? { 'newAddress.address': t('why.no-address') } : {}),
  })
  const draft = usePartyDraft(pages, form)
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
        onCancel={() => {
          form.resetDirty()
          draft.forget()
          go(pages.list)
        }}
        onSave={async (values) => {
          const written = await sendAsWritten((confirmed) => create.mutateAsync({ ...toInput(values), ...confirmed }), {
            body: t('as-written.body'),
            confirmLabel: t('as-written.save'),
          })
          draft.forget()
          go(pages.list)
          say.done(t('said.created', { ns: pages.feature, name: values.name.trim() }))
          tellVatDoubts(pages, written)
        }}
      >
        {draft.restored ? (
          <Alert variant="light" title={t('draft.restored')}>
            <Button size="compact-sm" variant="default" onClick={draft.startOver}>
              {t('draft.start-over')}
            </Button>
          </Alert>
        ) : null}
        <PartyFields form={form} pages={pages} createByVat={setNewVat} />
      </RecordForm>
      <PartyByVat
        pages={pages}
        vat={newVat}
        onClose={() => setNewVat(null)}
        created={() => {
          form.resetDirty()
          draft.forget()
          go(pages.list)
        }}
        returnFocus
      />
    </>
  )
}

/** Restores what was typed the last time, and stores what is typed now. */
function usePartyDraft(pages: PartyPages, form: UseFormReturnType<PartyValues>) {
  const personId = usePerson()?.id ?? 0
  const [store] = useState(() => partyDraft(pages.feature))
  const [found] = useState(() => store.read(personId))
  const [restored, setRestored] = useState(found !== null)
  const storing = useStoring(store, personId, form.values)
  const { setValues } = form
  useEffect(() => {
    if (found !== null) setValues(found)
  }, [found, setValues])
  const forget = () => {
    storing(newParty())
  }
  const startOver = () => {
    setValues(newParty())
    setRestored(false)
  }
  return { restored, forget, startOver }
}
