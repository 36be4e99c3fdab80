import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Refusal, Refused } from '#kernel/refusal.ts'
import { askQuery } from '#web/api.ts'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { sendAsWritten } from '#web/ui/as-written.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import type { PartyPages } from '../party-pages.ts'
import { whyNotName } from '../../domain/party.ts'
import type { PartyField } from '../../domain/fields.ts'
import { PartyFields } from '../form/PartyFields.tsx'
import { type Clash, PartyClash } from './PartyClash.tsx'
import {
  changedFields,
  changeSchema,
  changesWithout,
  type PartyValues,
  lacksStreet,
  type StoredParty,
  valuesOf,
} from '../form/party-form.ts'
import { tellVatDoubts } from '../form/vat-doubts.tsx'

type EditPartyProps = {
  pages: PartyPages
  party: StoredParty
  onCancel: () => void
  /** Receives a function that reports whether there are unsaved changes. */
  watchUnsaved: (isUnsaved: () => boolean) => void
}

/** The form to edit a party. It sends only changed fields, and shows a change by another person in the meantime. */
export function EditParty({ pages, party, onCancel, watchUnsaved }: EditPartyProps) {
  const { t } = useTranslation('parties')
  const go = useGo()
  const { form, base, changes, clash, setClash, keepMine, takeTheirs } = useEditedParty(party)
  const change = useRun(pages.contracts.change)

  useEffect(() => watchUnsaved(() => form.isDirty()), [watchUnsaved, form])

  const { name } = form.getValues()
  const reason = name === valuesOf(base).name ? null : whyNotName(name)
  return (
    <RecordForm
      form={form}
      saveLabel={t('action.save')}
      closed={reason ? refusalText(reason) : null}
      onCancel={onCancel}
      onSave={async (values) => {
        const input = { id: base.id, version: base.version, changes: changes(values) }
        const written = await sendAsWritten((confirmed) => change.mutateAsync({ ...input, ...confirmed }), {
          body: t('as-written.body'),
          confirmLabel: t('as-written.save'),
        }).catch(async (error: unknown) => {
          if (!(error instanceof Refused && error.refusal.kind === 'conflict')) throw error
          setClash(await findClash(pages, base.id, error.refusal))
          return null
        })
        if (written === null) return false
        go(pages.list)
        say.done(t('said.saved', { ns: pages.feature, name: values.name.trim() }))
        tellVatDoubts(pages, written)
        return true
      }}
    >
      {clash ? (
        <PartyClash
          pages={pages}
          clash={clash}
          base={base}
          mine={changes(form.getValues())}
          keepMine={(except) => keepMine(clash.theirs, except)}
          takeTheirs={() => takeTheirs(clash.theirs)}
        />
      ) : null}
      <PartyFields form={form} pages={pages} partyId={base.id} />
    </RecordForm>
  )
}

/** Reads what another person has saved in the meantime. The refusal says who it was and when. */
async function findClash({ contracts }: PartyPages, id: number, { details = {} }: Refusal): Promise<Clash> {
  const { party: theirs } = await askQuery(contracts.detail, { id })
  const { userName = '', at = '' } = details as { userName?: string; at?: string }
  return { theirs, userName, at }
}

/**
 * The form, and the record on which the person based the changes. The record stays when live updates refresh the
 * party. After a clash both ways to continue replace it by the record that the other person saved.
 */
function useEditedParty(party: StoredParty) {
  const { t } = useTranslation('parties')
  const [base, setBase] = useState(party)
  const [clash, setClash] = useState<Clash | null>(null)
  const before = useRef(valuesOf(base))
  const changes = (values: PartyValues) => changedFields(before.current, values)
  const form = useRecordForm({
    initialValues: before.current,
    schema: changeSchema,
    toInput: changes,
    alsoWrong: (values) => (lacksStreet(values) ? { 'newAddress.address': t('why.no-address') } : {}),
  })

  const takeAsBase = (next: StoredParty) => {
    before.current = valuesOf(next)
    setBase(next)
    setClash(null)
  }
  /**
   * This person's changes stay in the form, except those in the named fields. All other fields take the values that the
   * other person saved.
   */
  const keepMine = (theirs: StoredParty, except: readonly PartyField[]) => {
    const mine = changesWithout(changes(form.getValues()), except)
    takeAsBase(theirs)
    form.setValues({ ...valuesOf(theirs), ...mine })
    form.resetDirty(valuesOf(theirs))
  }
  const takeTheirs = (theirs: StoredParty) => {
    takeAsBase(theirs)
    form.setValues(valuesOf(theirs))
    form.resetDirty(valuesOf(theirs))
    form.clearErrors()
  }
  return { form, base, changes, clash, setClash, keepMine, takeTheirs }
}
