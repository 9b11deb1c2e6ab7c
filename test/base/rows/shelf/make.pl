# The workbook of the shelf that Excel::Writer::XLSX writes: `perl make.pl FOLDER`.
use strict;
use warnings;
use utf8;
use Excel::Writer::XLSX;
use File::Basename;
use JSON::PP;

my ($folder) = @ARGV;
open my $file, '<:raw', dirname(__FILE__) . '/content.json' or die;
my $content = decode_json(do { local $/; <$file> });
my $book = Excel::Writer::XLSX->new("$folder/excel-writer-xlsx.xlsx");
my $date = $book->add_format(num_format => 'dd/mm/yyyy hh:mm');
for my $title ('Read me', 'Payments', 'Events', 'Spend') {
    my $sheet = $book->add_worksheet($title);
    my $r = 0;
    for my $row (@{ $content->{$title} }) {
        my $c = 0;
        for my $cell (@$row) {
            if (ref $cell eq 'HASH' && $cell->{date}) { $sheet->write_date_time($r, $c, $cell->{date}, $date) }
            elsif (ref $cell eq 'HASH' && $cell->{error}) { $sheet->write_formula($r, $c, '=NA()', undef, $cell->{error}) }
            elsif (ref $cell eq 'HASH') { $sheet->write_formula($r, $c, "=$cell->{formula}", undef, $cell->{value}) }
            elsif ($cell ne '') { $sheet->write($r, $c, $cell) }
            $c++;
        }
        $r++;
    }
}
$book->close;
