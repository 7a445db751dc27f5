/** Parts that only some products have. */
export const productsCss = `
`
