/** The numbers that programs send where a record belongs to none of its kind, so that no record gets one of them (C-14). */

/** The order and the customer of a task of the company itself. */
export const INTERNAL_ORDER_ID = 999_999
export const INTERNAL_CUSTOMER_ID = 888_888
/** The order of a loan that is recorded without one. */
export const MANUAL_ORDER_ID = 88_888
/** The provider of a request without one. */
export const NO_PROVIDER_ID = 9_999
