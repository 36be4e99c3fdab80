/**
 * Forms with the schema of the contract, errors at the fields, keys that save, and a warning before unsaved changes are lost.
 */
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { Button, Group, Stack } from '@mantine/core'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { z } from 'zod'
import { usePageLeaving, usePendingUntilLeft, useSearchState } from '#web/navigation.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirmLeaving } from '#web/ui/confirm.tsx'
import { fieldProblems, invalidText } from '#web/ui/problems.ts'
import { isSaveKey, isUnderDialog } from '#web/ui/form/save-key.ts'
import { noteSaved } from '#web/ui/form/typed-fields.ts'
import { RefusalText } from '#web/ui/states.tsx'
import styles from '#web/ui/surfaces.module.css'
import { firstWrongField, focusFirstWrong } from '#web/ui/form/first-wrong-field.ts'

type Values = Record<string, unknown>

/** Returns the errors of a schema as texts by path. */
function schemaErrors(schema: z.ZodType, values: unknown, t: TFunction): FormErrors {
  const result = schema.safeParse(values)
  if (result.success) return {}
  const errors: FormErrors = {}
  for (const issue of result.error.issues) {
    const path = issue.path.join('.')
    errors[path] ??= invalidText(codeOf(issue), t, {
      ...issue,
      value: 'minimum' in issue ? issue.minimum : 'maximum' in issue ? issue.maximum : '',
    })
  }
  return errors
}

function codeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array')
        return Number(issue.minimum) <= 1 ? 'required' : 'too-short'
      return 'too-small'
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too-long' : 'too-big'
    case 'invalid_type':
      return 'required'
    case 'invalid_format':
      return issue.format === 'email' ? 'email' : 'format'
    case 'custom':
      // Our own rules have the code as their message.
      return issue.message
    default:
      return 'other'
  }
}

export type RecordFormOptions<V extends Values> = {
  initialValues: V
  /** Usually the input schema of the command. It checks `toInput(values)` if that is given. */
  schema?: z.ZodType
  toInput?: (values: V) => unknown
  /** Checks values that are not part of the input. Returns texts by path. */
  alsoWrong?: (values: V) => FormErrors
}

/** A form whose fields are checked when they lose the focus, and again when saving. */
export function useRecordForm<V extends Values>({
  initialValues,
  schema,
  toInput,
  alsoWrong,
}: RecordFormOptions<V>): UseFormReturnType<V> {
  const { t } = useTranslation('frame')
  return useForm<V>({
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => ({
      ...(schema ? schemaErrors(schema, toInput ? toInput(values) : values, t) : {}),
      ...alsoWrong?.(values),
    }),
  })
}

type RecordFormProps<V extends Values> = {
  form: UseFormReturnType<V>
  /**
   * Runs the command. A refusal that it throws is shown at its fields, or above the buttons. With false the form stays
   * open and unsaved, and the fields say why.
   */
  onSave: (values: V) => Promise<unknown>
  saveLabel: string
  /** Asks the person before `onSave` runs. With false the form stays open and unsaved. */
  confirmFirst?: (values: V) => Promise<boolean>
  children: ReactNode
  onCancel?: () => void
  /** Why the form cannot be saved yet. The disabled button shows it. */
  closed?: string | null
  /** More buttons beside Save. */
  actions?: ReactNode
  /** Warns before unsaved changes are left. False for small dialogs. */
  guard?: boolean
}

/** The form around the fields: submit, keys that save, errors of the server, warning about unsaved changes, buttons. */
export function RecordForm<V extends Values>({
  form,
  onSave,
  saveLabel,
  confirmFirst,
  children,
  onCancel,
  closed = null,
  actions,
  guard = true,
}: RecordFormProps<V>) {
  const { t } = useTranslation('frame')
  const element = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const inRouter = useRouter({ warn: false }) != null
  const { submit, pending, problem, isSaving } = useSave(form, { onSave, confirmFirst, element })
  useSaveKey(element)

  // The footer covers the end of the form. So an error is scrolled into view, at its field if it has one.
  useEffect(() => {
    if (problem === null) return
    const field = firstWrongField(element.current)
    if (field) field.focus()
    else alert.current?.scrollIntoView({ block: 'center' })
  }, [problem])

  return (
    <form ref={element} onSubmit={submit} className={guard ? styles.form : undefined} noValidate>
      {guard && inRouter ? <LeaveGuard dirty={() => form.isDirty() && !isSaving()} /> : null}
      {guard && inRouter ? <WantedField form={element} /> : null}
      <Stack gap="md">
        {children}
        {problem === null ? null : (
          <div ref={alert}>
            <RefusalText error={problem} retry={() => element.current?.requestSubmit()} />
          </div>
        )}
        <Group justify="flex-end" gap="xs" className={guard ? styles.formActions : undefined}>
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
          ) : null}
          {actions}
          <ActionButton
            type="submit"
            pending={pending}
            closed={closed}
            // the second press of a double click does not answer the question that the first has asked
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {saveLabel}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

const addressState = z.object({ field: z.string().optional().catch(undefined) })

/** Focuses the field of a form that the address names, such as `?field=vat`. Links that ask for a correction have such addresses. */
function WantedField({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [{ field }] = useSearchState(addressState)
  useEffect(() => {
    if (field === undefined) return
    const wanted = form.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`)
    wanted?.focus()
    wanted?.scrollIntoView({ block: 'center' })
  }, [form, field])
  return null
}

type SaveOptions<V extends Values> = Pick<RecordFormProps<V>, 'onSave' | 'confirmFirst'> & {
  element: RefObject<HTMLFormElement | null>
}

/**
 * Saves the values once at a time. `problem` is the error of the last attempt while the values are those that it refused, or null. A form that
 * leads to another page stays closed until that page is there.
 */
function useSave<V extends Values>(form: UseFormReturnType<V>, { onSave, confirmFirst, element }: SaveOptions<V>) {
  const { t } = useTranslation('frame')
  const { isLeaving } = usePageLeaving()
  const [pending, setPending] = useState(false)
  const [saved, setSaved] = useState(false)
  const pendingUntilLeft = usePendingUntilLeft({ isPending: pending, isSuccess: saved })
  const [failed, setFailed] = useState<{ readonly error: unknown; readonly values: V } | null>(null)
  // A second press may come before React has drawn the first one.
  const busy = useRef(false)
  const saving = useRef(false)
  const save = async (values: V) => {
    if (confirmFirst && !(await confirmFirst(values))) return
    setPending(true)
    setFailed(null)
    // The page that opens after saving must not warn about saved changes.
    saving.current = true
    if ((await onSave(values)) === false) return
    form.resetDirty()
    noteSaved(element.current)
    setSaved(true)
  }
  const submit = form.onSubmit(
    async (values) => {
      if (busy.current || isLeaving()) return
      busy.current = true
      try {
        await save(values)
      } catch (error) {
        const fields = fieldProblems(error, t)
        if (fields) form.setErrors(fields)
        setFailed({ error, values: form.getValues() })
      } finally {
        busy.current = false
        saving.current = false
        setPending(false)
      }
    },
    () => focusFirstWrong(element.current),
  )
  const problem = failed?.values === form.values ? failed.error : null
  return { submit, pending: pendingUntilLeft, problem, isSaving: () => saving.current }
}

/** Submits the form on the keys that save, unless a field has used them or a dialog covers the form. */
function useSaveKey(element: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return
      const isCovered = isUnderDialog(element.current)
      if (event.key === 'Enter' && (event.defaultPrevented || isCovered)) return
      // The browser's own command would save the HTML page.
      event.preventDefault()
      if (!isCovered) element.current?.requestSubmit()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [element])
}

/** Warns before unsaved changes are left, inside the product and when the tab closes. */
export function LeaveGuard({ dirty }: { dirty: () => boolean }) {
  useBlocker({
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      // Filters and tabs change the address without leaving the page.
      if (!dirty() || current.pathname === next.pathname) return false
      return !(await confirmLeaving())
    },
  })
  return null
}
