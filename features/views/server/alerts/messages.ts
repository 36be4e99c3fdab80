/** The messages about views that a person gets behind the bell. */
import type { MessageKind } from '#server/notices/notices.ts'
import { viewsRights } from '../../domain/rights.ts'

/** Something entered a view. */
export const ENTERED: MessageKind = { name: 'views.entered', right: viewsRights.keep }

/** A view has more rows than an alert can follow, so the alert has ended. */
export const TOO_LARGE: MessageKind = { name: 'views.too-large', right: viewsRights.keep }
