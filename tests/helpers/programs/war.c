/* War as ten judges want it, written from their texts alone: `./war JUDGE < deal`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 4096
static int queue[2][ROOM], head[2], size[2];
static int take(int who) { int card = queue[who][head[who]]; head[who] = (head[who] + 1) % ROOM; size[who]--; return card; }
static void put(int who, int card) { queue[who][(head[who] + size[who]++) % ROOM] = card; }
static int rank_of(const char *word) {
    if (word[0] == '1') return 8;
    return (int)(strchr("23456789TJQKA", word[0]) - "23456789TJQKA");
}
static void read_deal(const char *judge) {
    char word[ROOM];
    int n;
    if (!strcmp(judge, "codingame")) {
        for (int who = 0; who < 2; who++)
            for (scanf("%d", &n); n; n--) { scanf("%s", word); put(who, rank_of(word)); }
    } else if (!strcmp(judge, "code-golf")) {
        int who = 0, letter;
        while ((letter = getchar()) != EOF && letter != '\n') {
            if (letter == ',') who = 1;
            else if (letter != ' ') put(who, letter <= '9' ? letter - '0' : letter - 'A' + 10);
        }
    } else if (!strncmp(judge, "programming-challenges", 22) || !strcmp(judge, "skiena")) {
        int who = 0, letter;
        while ((letter = getchar()) != EOF) {
            if (letter == '\n') who = 1;
            else if (letter == 'T' || (letter >= '2' && letter <= '9') || strchr("JQKA", letter)) {
                char card[2] = {(char)letter, 0};
                put(who, rank_of(card));
            }
        }
    } else if (!strcmp(judge, "codeforces-546c")) {
        int card;
        scanf("%d", &n);
        for (int who = 0; who < 2; who++)
            for (scanf("%d", &n); n; n--) { scanf("%d", &card); put(who, card); }
    } else if (!strcmp(judge, "spoj-hs08war")) {
        int card;
        scanf("%*d %*d");
        for (int who = 0; who < 2; who++)
            for (scanf("%d", &n); n; n--) { scanf("%d", &card); put(who, card); }
    } else if (!strcmp(judge, "pyanitsa")) {
        int card, all[ROOM], many = 0;
        while (scanf("%d", &card) == 1) all[many++] = card;
        for (int place = 0; place < many; place++) put(place >= many / 2, all[place]);
    } else if (!strcmp(judge, "dailyprogrammer-320")) {
        for (int who = 0; who < 2 && fgets(word, sizeof word, stdin); who++)
            for (char *card = strtok(word, " \n"); card; card = strtok(NULL, " \n")) put(who, atoi(card));
    } else {
        int who = -1;
        while (fgets(word, sizeof word, stdin)) {
            if (word[0] == 'P') who++;
            else if (atoi(word)) put(who, atoi(word));
        }
    }
}
static void skiena(void) {
    int table[ROOM], laid = 0, war = 0, steps = 0;
    for (; size[0] && size[1] && steps < 100000; steps++) {
        int x = table[laid++] = take(0), y = table[laid++] = take(1);
        if (war) war = 0;
        else if (x == y) war = 1;
        else {
            for (int card = 0; card < laid; card++) put(x < y, table[card]);
            laid = 0;
        }
    }
    if (size[0] && size[1]) printf("game tied after %d steps, |a|=%d |b|=%d\n", steps, size[0], size[1]);
    else printf("%s in %d steps\n", size[0] ? "a wins" : size[1] ? "b wins" : "a and b tie", steps);
}
static void dailyprogrammer(void) {
    while (size[0] && size[1]) {
        int table[2][ROOM], war[ROOM], wars = 1, laid = 1;
        war[0] = 0;
        for (int who = 0; who < 2; who++) table[who][0] = take(who);
        while (table[0][laid - 1] == table[1][laid - 1]) {
            int fewer = size[0] < size[1] ? size[0] : size[1];
            if (!fewer) { puts(size[0] ? "1" : size[1] ? "2" : "0"); return; }
            war[wars++] = laid;
            for (int card = 0; card < (fewer < 4 ? fewer : 4); card++, laid++)
                for (int who = 0; who < 2; who++) table[who][laid] = take(who);
        }
        int won = table[0][laid - 1] < table[1][laid - 1];
        for (int end = laid; wars--; end = war[wars])
            for (int turn = 0; turn < 2; turn++)
                for (int card = war[wars]; card < end; card++) put(won, table[turn ? !won : won][card]);
    }
    puts(size[0] ? "1" : "2");
}
int main(int count, char **arguments) {
    const char *judge = arguments[count - 1];
    int codingame = !strcmp(judge, "codingame"), down = codingame ? 3 : 1, won = 0;
    long rounds = 0;
    read_deal(judge);
    int pyanitsa = !strcmp(judge, "pyanitsa"), spoj = !strcmp(judge, "spoj-hs08war");
    if (!strcmp(judge, "skiena")) { skiena(); return 0; }
    if (!strcmp(judge, "dailyprogrammer-320")) { dailyprogrammer(); return 0; }
    while (size[0] && size[1] && !won) {
        int table[2][ROOM], laid = 1;
        if (rounds++ > 1000000) { puts(pyanitsa ? "botva" : "-1"); return 0; }
        for (int who = 0; who < 2; who++) table[who][0] = take(who);
        while (table[0][laid - 1] == table[1][laid - 1]) {
            if (size[0] <= down || size[1] <= down) {
                if (codingame) { puts("PAT"); return 0; }
                won = size[0] > size[1] ? 1 : 2;
                break;
            }
            for (int card = 0; card <= down; card++, laid++)
                for (int who = 0; who < 2; who++) table[who][laid] = take(who);
        }
        if (won) break;
        int mine = table[0][laid - 1], yours = table[1][laid - 1];
        int winner = pyanitsa && mine + yours == 9 && mine * yours == 0 ? yours == 0 : mine < yours;
        int uppermost = codingame || pyanitsa ? 0 : !strcmp(judge, "advent-of-code-22") ? winner : !winner;
        if (!strcmp(judge, "programming-challenges"))
            for (int card = 0; card < laid; card++) { put(winner, table[0][card]); put(winner, table[1][card]); }
        else if (!strcmp(judge, "programming-challenges-code"))
            for (int card = 0; card < laid; card += card ? 2 : 1)
                for (int who = 0; who < 2; who++)
                    for (int more = 0; more < (card ? 2 : 1); more++) put(winner, table[who][card + more]);
        else if (spoj)
            while (laid--) { put(winner, table[winner][laid]); put(winner, table[!winner][laid]); }
        else
            for (int turn = 0; turn < 2; turn++)
                for (int card = 0; card < laid; card++) put(winner, table[turn ? !uppermost : uppermost][card]);
    }
    if (!won) won = size[1] ? 2 : 1;
    if (codingame || spoj) printf("%d %ld\n", won, rounds);
    else if (!strcmp(judge, "code-golf")) puts(won == 1 ? "true" : "false");
    else if (!strncmp(judge, "programming-challenges", 22)) printf("TURNS : %ld\nWINNER : player%d\n", rounds, won);
    else if (pyanitsa) printf("%s %ld\n", won == 1 ? "first" : "second", rounds);
    else if (!strcmp(judge, "codeforces-546c")) printf("%ld %d\n", rounds, won);
    else {
        long score = 0;
        int who = won - 1;
        while (size[who]) { int left = size[who]; score += (long)left * take(who); }
        printf("%ld\n", score);
    }
    return 0;
}
