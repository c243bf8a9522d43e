/* A complete engine on the protocol of exact verify, in C: the walk over point values in 320-bit integers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { uint64_t word[5]; } Big; /* six counts of 52 * 10^12 need 274 bits */
static const char *TABLE[8] = { "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDSDD", /* banco 0-7 against */
                                "SSDDDDDDSSD", "SSSSDDDDSSD", "SSSSSSDDSSS", "SSSSSSSSSSS" }; /* a third card 0-9, none */
static const char *NAMES[3] = { "punto", "banco", "tie" }, *POINTS = "0123456789TJQKAtjqka";
static int64_t left[10], cards;
static Big found[3], zero;
static void add(Big *sum, Big number, uint64_t factor) {
    for (unsigned __int128 carry = 0, i = 0; i < 5; i++)
        sum->word[i] = carry += (unsigned __int128)number.word[i] * factor + sum->word[i], carry >>= 64;
}
static void print(Big number) {
    char digits[100] = "", *at = digits + 98;
    do {
        unsigned __int128 rest = 0;
        for (int i = 4; i >= 0; i--) rest = rest << 64 | number.word[i], number.word[i] = rest / 10, rest %= 10;
        *at-- = '0' + (int)rest;
    } while (memcmp(&number, &zero, sizeof number));
    printf("\"%s\"", at + 1);
}
static int outcome(int punto, int banco) { return punto > banco ? 0 : banco > punto ? 1 : 2; }
static void walk(int used, Big ways, int punto, int banco, int third) {
    int stands = used == 4 && (punto > 7 || banco > 7), deals = used < 4 || (used == 4 && punto <= 5 && !stands);
    Big next = zero;
    if (!deals && (stands || TABLE[banco][third] == 'S'))
        return add(&next, ways, used == 4 ? cards - 4 : 1), add(&found[outcome(punto, banco)], next, used < 6 ? cards - 5 : 1);
    for (int value = 0; value < 10; value++) if (left[value]) {
        int to_punto = deals && used % 2 == 0, p = (punto + to_punto * value) % 10, b = (banco + !to_punto * value) % 10;
        add((next = zero, &next), ways, left[value]--);
        if (deals) walk(used + 1, next, p, b, used == 4 ? value : 10);
        else add(&found[outcome(p, b)], next, used == 4 ? cards - 5 : 1);
        left[value]++;
    }
}
static const char *outcomes(char *line) {
    char *at = strstr(line, "\"shoe\""), *end;
    int rank, size = !at ? 0 : strstr(at, "\"values\"") ? 10 : strstr(at, "\"ranks\"") ? 13 : 52, n = 0;
    memset(left, 0, sizeof left), memset(found, 0, sizeof found), cards = 0;
    for (at = at ? strchr(at, '[') : NULL; at && *at != ']'; at = end, n++) {
        int64_t count = strtoll(at + 1, &end, 10);
        if (end == at + 1 || count < 0 || n == size || !strchr(",]", *end)) return "no counts";
        rank = size == 52 ? n / 4 + 1 : n + 1, cards += count, left[size == 10 ? n : rank < 10 ? rank : 0] += count;
    }
    if (n != size || cards < 6) return "not a shoe of six cards";
    walk(0, (Big){ { 1 } }, 0, 0, 10);
    for (int i = 0; i < 3; i++) printf("%s\"%s\": ", i ? ", " : "\"counts\": {", NAMES[i]), print(found[i]);
    return printf("}"), NULL;
}
static const char *coup(char *at) {
    char hand[2][64] = { "", "" }, steps[400] = "", card[9]; /* hands and steps as they are printed */
    int total[2] = { 0, 0 }, to_banco = 0, more = 1;
    for (int dealt = 0; more; dealt++, at = strchr(at + 1, ',')) {
        if (!at || sscanf(at + 1, " \"%4[A-Za-z0-9]\"", card) != 1) return "too few cards, or none";
        int length = strlen(card), suited = length > 1 && strchr("shdcSHDC", card[length - 1]);
        const char *place = length - suited == 1 ? strchr(POINTS, *card) : strncmp(card, "10", 2) ? NULL : POINTS;
        if (!place || length - suited > 2) return "no card";
        int index = place - POINTS, value = index < 10 ? index : index % 5 == 4, side = dealt < 4 ? dealt % 2 : to_banco;
        total[side] = (total[side] + value) % 10;
        sprintf(hand[side] + strlen(hand[side]), "%s\"%s\"", *hand[side] ? ", " : "", card);
        sprintf(steps + strlen(steps), "%s[\"%s\", \"%s\"]", *steps ? ", " : "", NAMES[side], card);
        if (dealt > 3) more = !to_banco && TABLE[total[1]][value] == 'D', to_banco = 1;
        if (dealt == 3) more = (to_banco = total[0] > 5, total[0] < 8 && total[1] < 8 && (!to_banco || TABLE[total[1]][10] == 'D'));
    }
    printf("\"punto\": [%s], \"banco\": [%s], \"punto_total\": %d, \"banco_total\": %d, ", hand[0], hand[1], *total, total[1]);
    return printf("\"outcome\": \"%s\", \"steps\": [%s]", NAMES[outcome(*total, total[1])], steps), NULL;
}
int main(void) {
    static char line[1 << 16], id[256], *at;
    for (; fgets(line, sizeof line, stdin); fflush(stdout))
        if ((at = strstr(line, "\"id\": \"")) && sscanf(at + 7, "%255[^\"]", id) == 1) {
            const char *error = (printf("{\"id\": \"%s\", ", id), strstr(line, "\"coup\"") ? coup(strchr(line, '[')) : outcomes(line));
            error ? printf("\"error\": \"%s\"}\n", error) : puts("}");
        } else puts("{\"protocol\": \"exact-baccarat\", \"version\": 1, \"engine\": \"walk in C\", \"capabilities\": {\"arithmetic\":"
            " \"exact\", \"kinds\": [\"outcomes\", \"coup\"], \"granularity\": \"cards\", \"rules\": [\"standard\"]}}");
}
