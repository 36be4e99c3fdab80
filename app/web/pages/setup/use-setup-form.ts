import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setupInput } from '#accounts/domain/set-up.ts'
import { Refused } from '#kernel/refusal.ts'
import { TODAY_PAGE } from '#kernel/rights.ts'
import { runCommand } from '#web/api.ts'
import { currentLanguage } from '#web/i18n.ts'
import { useGo } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { signIn } from '#web/session.ts'
import { completeSetup, setupState } from '#web/setup-contract.ts'
import { useRecordForm } from '#web/ui/form/form.tsx'
import { fieldProblems } from '#web/ui/problems.ts'

const EMPTY = {
  adminName: '',
  email: '',
  password: '',
  vat: '',
  companyName: '',
  companyAddress: '',
  taxOffice: '',
  profession: '',
  phone: '',
  iban: '',
  accounting: '' as '' | 'yes' | 'no',
  demo: false,
}

/**
 * The form of the set-up. Its answer signs the administrator in and opens the dashboard with the first steps, or the usual page
 * for the demo company. A set-up that is done already opens the sign-in.
 */
export function useSetupForm() {
  const { t } = useTranslation('frame')
  const go = useGo()
  const [problem, setProblem] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const setup = useAsk(setupState, {}, { staleTime: 0, still: true })

  useEffect(() => {
    if (setup.data && !setup.data.needed && !pending) go('/login', { replace: true })
  }, [setup.data, pending, go])

  const form = useRecordForm({
    initialValues: EMPTY,
    schema: setupInput,
    toInput: ({ accounting, ...input }) => ({ ...input, accounting: accounting !== 'no' }),
    alsoWrong: ({ accounting }) => (accounting === '' ? { accounting: t('invalid.required') } : {}),
  })

  const submit = form.onSubmit(async ({ accounting, ...input }) => {
    setPending(true)
    setProblem(null)
    try {
      const { email, password } = input
      await runCommand(
        completeSetup,
        { ...input, accounting: accounting === 'yes', language: currentLanguage() },
        { withoutSignIn: true },
      )
      const user = await signIn({ email: email.trim(), password, remember: false })
      go(input.demo && user !== null ? user.landing : TODAY_PAGE, { replace: true })
    } catch (error) {
      const fields = fieldProblems(error, t)
      if (fields) form.setErrors(fields)
      setProblem(error)
      setPending(false)
    }
  })
  return {
    form,
    submit,
    pending,
    problem,
    registry: setup.data?.registry ?? false,
    /** True if another person has set the company up in the meantime. */
    tooLate: problem instanceof Refused && problem.refusal.code === 'users.already-set-up',
  }
}

export type SetupForm = ReturnType<typeof useSetupForm>['form']
