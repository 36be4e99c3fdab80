/** The page of the comparison with the tax office. */
export const COMPARISON_PAGE = '/tax-comparison'
