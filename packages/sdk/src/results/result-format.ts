/** Version of the format of result files; a file of a newer one is refused. */
export const RESULT_FORMAT = 1
