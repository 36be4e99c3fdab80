import { lazyPart } from '#web/lazy-part.tsx'
import { usePerson } from '#web/session.ts'

const SeenRole = lazyPart(() => import('./SeenRole.tsx'))

/** The banner of an administrator who sees what a role sees. Nobody else loads it. */
export const SeeingBanner = () => (usePerson()?.seen ? <SeenRole /> : null)
